use serde::Serialize;

use super::parts::Parts;
use super::rules::RulesText;
use super::texts::Texts;

/// Where scenes are written and compared, one viewer's after the other's. Most of what they show is the same for everyone: it is written,
/// and compared with what was before, once.
#[derive(Default)]
pub(crate) struct Sheet {
    next: Parts,
    /// The scene before, which may be another viewer's of the same moment.
    last: Parts,
    moment: Option<Moment>,
    known: Known,
}

/// A scene that somebody is to see.
pub(crate) struct Sight<S> {
    pub(crate) scene: S,
    /// The members of its view that are the same for everyone, in their order.
    pub(crate) public: &'static [&'static str],
    /// Scenes of the same moment are of the same table, and nothing has happened between them.
    pub(crate) moment: Option<Moment>,
}

/// Which table it is, and how far it has come.
pub(crate) type Moment = (u64, u64);

/// What has changed in each member of a scene and of its view when these were compared last.
#[derive(Default)]
pub(super) struct Known {
    pub(super) scene: Vec<Change>,
    pub(super) view: Vec<Change>,
}

/// How the text of a member became another.
#[derive(Default)]
pub(super) struct Change {
    key: &'static str,
    old: Vec<u8>,
    new: Vec<u8>,
    told: Vec<u8>,
}

impl Sheet {
    /// Appends the whole base, which has the members of the scene; anew if it is not the same moment's.
    pub(crate) fn whole(
        &mut self,
        sight: &Sight<impl Serialize>,
        rules: &mut RulesText,
        base: &mut Texts,
        anew: bool,
        out: &mut Vec<u8>,
    ) {
        self.turn_over(sight, rules);
        if anew {
            self.last.keep(base);
        }
        self.last.whole(base, rules, out);
    }

    /// Writes the scene in place of the base, and appends what has changed.
    pub(crate) fn update(
        &mut self,
        sight: &Sight<impl Serialize>,
        rules: &mut RulesText,
        base: &mut Texts,
        out: &mut Vec<u8>,
    ) {
        self.turn_over(sight, rules);
        self.last.changes(base, rules, &mut self.known, out);
        self.last.keep(base);
    }

    /// Writes the scene as the last one.
    fn turn_over(&mut self, sight: &Sight<impl Serialize>, rules: &mut RulesText) {
        let again = sight.moment.is_some() && sight.moment == self.moment;
        self.next.write(&sight.scene, sight.public, again.then_some(&self.last), rules);
        self.moment = sight.moment;
        std::mem::swap(&mut self.next, &mut self.last);
    }
}

impl Change {
    /// What was told when the member was changed in the same way.
    pub(super) fn recall(&self, key: &str, old: &[u8], new: &[u8]) -> Option<&[u8]> {
        (self.key == key && self.old == old && self.new == new).then_some(&self.told)
    }

    pub(super) fn note(&mut self, key: &'static str, old: &[u8], new: &[u8], told: &[u8]) {
        self.key = key;
        old.clone_into(&mut self.old);
        new.clone_into(&mut self.new);
        told.clone_into(&mut self.told);
    }
}
