use super::parts::Part;

/// The texts of a scene's members, without their names, in little more memory than they need: they may stay for long.
#[derive(Default)]
pub(crate) struct Texts {
    text: Vec<u8>,
    /// Where each member of the scene begins, and where the last one ends.
    scene: Vec<u32>,
    /// The same of its view; nothing while there is no match.
    view: Vec<u32>,
}

impl Texts {
    /// Takes the texts of these members in place of its own.
    pub(super) fn copy(&mut self, text: &[u8], scene: &[Part], view: &[Part]) {
        fit(&mut self.text, text.len(), text.iter().copied());
        for (own, parts) in [(&mut self.scene, scene), (&mut self.view, view)] {
            let first = parts.first().map(|part| part.start);
            fit(own, parts.len() + 1, first.into_iter().chain(parts.iter().map(|part| part.end)));
        }
    }

    pub(super) fn has_view(&self) -> bool {
        !self.view.is_empty()
    }

    /// The member of the scene at this place.
    pub(super) fn scene(&self, place: usize) -> Option<&[u8]> {
        self.between(&self.scene, place)
    }

    /// The member of its view at this place.
    pub(super) fn view(&self, place: usize) -> Option<&[u8]> {
        self.between(&self.view, place)
    }

    fn between(&self, bounds: &[u32], place: usize) -> Option<&[u8]> {
        let (start, end) = (*bounds.get(place)?, *bounds.get(place + 1)?);
        self.text.get(start as usize..end as usize)
    }
}

fn fit<T>(own: &mut Vec<T>, len: usize, items: impl Iterator<Item = T>) {
    own.clear();
    if own.capacity() < len {
        *own = Vec::with_capacity(len.next_multiple_of(8));
    }
    own.extend(items);
}
