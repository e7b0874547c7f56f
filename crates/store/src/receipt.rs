use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::StoreError;

/// Comes when something is durable, or was refused.
pub struct Receipt(oneshot::Receiver<Result<(), StoreError>>);

/// The other end of a [`Receipt`].
pub(crate) type Confirm = oneshot::Sender<Result<(), StoreError>>;

impl Receipt {
    pub(crate) fn new() -> (Confirm, Receipt) {
        let (confirm, receipt) = oneshot::channel();
        (confirm, Receipt(receipt))
    }

    pub(crate) fn at_once(result: Result<(), StoreError>) -> Receipt {
        let (confirm, receipt) = Receipt::new();
        // The other end is right here.
        let _ = confirm.send(result);
        receipt
    }

    /// Waits for it, on a thread that may wait.
    pub fn wait(self) -> Result<(), StoreError> {
        self.0.blocking_recv().unwrap_or_else(|_| Err(closed()))
    }
}

impl Future for Receipt {
    type Output = Result<(), StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|result| result.unwrap_or_else(|_| Err(closed())))
    }
}

fn closed() -> StoreError {
    StoreError::Broken("it is closed".to_owned())
}
