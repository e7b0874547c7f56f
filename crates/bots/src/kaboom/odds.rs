use super::belief::Values;

/// The chance of each sum that a hand may have, from `least` up.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    least: i32,
    chances: Vec<f32>,
}

impl Sum {
    /// Of cards that have nothing to do with each other. That one card is not the other is let be: with dozens of unknown cards it
    /// hardly matters.
    pub(crate) fn of(cards: impl IntoIterator<Item = Values>) -> Sum {
        let mut sum = Sum { least: 0, chances: vec![1.0] };
        cards.into_iter().for_each(|card| sum.add(&card));
        sum
    }

    fn add(&mut self, card: &Values) {
        let possible = || card.iter().filter(|(_, chance)| *chance > 0.0);
        let (Some((lowest, _)), Some((highest, _))) = (possible().next(), possible().last()) else { return };
        let mut chances = vec![0.0; self.chances.len() + (highest - lowest) as usize];
        for (sum, before) in self.chances.iter().enumerate() {
            for (value, chance) in possible() {
                chances[sum + (value - lowest) as usize] += before * chance;
            }
        }
        self.least += lowest;
        self.chances = chances;
    }

    /// The chance that it is at least so much.
    fn at_least(&self, sum: i32) -> f32 {
        self.chances.iter().skip((sum - self.least).max(0) as usize).sum()
    }

    /// The chance that this sum is the lowest: below each of the others, or not above them where ties are won.
    pub(crate) fn is_lowest(&self, others: &[Sum], wins_ties: bool) -> f32 {
        let beats = |sum: i32| -> f32 {
            let least = if wins_ties { sum } else { sum + 1 };
            others.iter().map(|other| other.at_least(least)).product()
        };
        (self.least..).zip(&self.chances).map(|(sum, chance)| chance * beats(sum)).sum()
    }
}
