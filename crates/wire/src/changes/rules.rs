use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::Error;

/// The rules of a table's matches as text, once there was one. Tables that play by the same rules have one text.
#[derive(Default)]
pub(crate) struct RulesText(Option<Arc<[u8]>>);

impl RulesText {
    pub(super) fn text(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Writes them, unless they are written.
    pub(super) fn write<T: Serialize + ?Sized>(&mut self, rules: &T) -> Result<(), Error> {
        if self.0.is_none() {
            self.0 = Some(shared(serde_json::to_vec(rules)?));
        }
        Ok(())
    }
}

fn shared(text: Vec<u8>) -> Arc<[u8]> {
    static KNOWN: Mutex<BTreeSet<Arc<[u8]>>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = known.get(&*text) {
        return text.clone();
    }
    // No table has those any more.
    known.retain(|text| Arc::strong_count(text) > 1);
    let text: Arc<[u8]> = text.into();
    known.insert(text.clone());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_with_the_same_rules_have_one_text() {
        let mut texts = [RulesText::default(), RulesText::default(), RulesText::default()];
        assert_eq!(texts[0].text(), b"");
        texts[0].write("rules that no game has").unwrap();
        texts[1].write("rules that no game has").unwrap();
        texts[2].write("other rules that no game has").unwrap();
        assert_eq!(texts[1].text(), b"\"rules that no game has\"");
        assert!(std::ptr::eq(texts[0].text(), texts[1].text()));
        assert_ne!(texts[1].text(), texts[2].text());
    }
}
