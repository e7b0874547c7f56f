use game::*;
use koikoi::*;
fn main() {
    for name in rules::preset_names() {
        let rules = Rules::preset(name).unwrap();
        let mut rounds = 0u64; let mut acts = 0u64;
        let mut x = 88172645463325252u64;
        let t = std::time::Instant::now();
        let mut list = ActionList::new();
        let mut seed = 0u64;
        while t.elapsed().as_secs_f64() < 1.0 {
            for _ in 0..200 {
            seed += 1;
            let mut g = KoiKoi::start(&rules, 2, &Deals::Seed(seed.into()), &mut ()).unwrap();
            while let Some(seat) = g.actors().iter().next() {
                g.legal(seat, &mut list);
                x ^= x << 13; x ^= x >> 7; x ^= x << 17;
                let a = list[((x >> 32) * list.len() as u64 >> 32) as usize];
                g.apply(seat, a, &mut ()); acts += 1;
            }
            rounds += g.decks_used() as u64;
            }
        }
        println!("{name}: {:.0} decks/s {:.1} actions per deck, size {}", rounds as f64 / t.elapsed().as_secs_f64(), acts as f64 / rounds as f64, size_of::<KoiKoi>());
    }
}
