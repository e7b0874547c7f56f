use std::sync::Arc;

use tokio::sync::watch;
use wire::house::Run;

use super::{CannotDefuse, Defuse};
use crate::house::{Stage, until};

/// Sees a run through to its end: takes results from its tables, and ends it at zero.
pub(super) async fn attend(defuse: Defuse, mut news: watch::Receiver<Arc<Run>>) {
    let house = &defuse.0.house;
    let mut stage = house.stage();
    loop {
        let run = news.borrow_and_update().clone();
        if run.state.is_over() {
            return;
        }
        let due = async {
            match run.table {
                Some(table) => defuse.settle(run.id, table, house.ended(table).await).await.map(drop),
                None => {
                    until(Some(run.until)).await;
                    defuse.fail(run.id).await
                }
            }
        };
        let closed = async {
            let closed = |stage: &Stage| matches!(stage, Stage::Closed | Stage::Failed(_));
            // A house that is not there any more is closed.
            let _ = stage.wait_for(closed).await;
        };
        let settled = tokio::select! {
            settled = due => settled,
            changed = news.changed() => changed.map_err(|_| CannotDefuse::NotRunning),
            () = closed => return,
        };
        match settled {
            Ok(()) => {}
            // It has come to its end meanwhile.
            Err(CannotDefuse::NotRunning) => return,
            Err(error) => return tracing::error!(%error, "a run could not be settled"),
        }
    }
}
