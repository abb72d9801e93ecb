//! scratch
#![allow(missing_docs, clippy::print_stdout)]
use chuhe::{board::Setup, rules::Game, search::*};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};
struct P(Arc<Mutex<DefaultHasher>>);
impl Listener for P {
    fn report(&mut self, r: &Report) {
        let mut h = self.0.lock().unwrap();
        (r.depth, r.selective_depth, r.nodes).hash(&mut *h);
        r.score.hash(&mut *h);
        format!("{:?} {:?}", r.pv, r.bound).hash(&mut *h);
    }
}
const FENS: [&str; 10] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1bakab1r/9/2n2cn2/p1p1p1p1p/9/2P6/P3P1P1P/1CN1C1N2/9/R1BAKAB1R w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "2bak4/4a4/4b4/p3p3p/2p3n2/2P1P4/P5r1P/2N1B1N2/4A4/R2AK1B2 b - - 0 1",
    "4ka3/4a4/9/9/4c4/9/9/4C4/4R4/4K4 b - - 0 1",
    "3akab2/9/4b1n2/p3p3p/6p2/1R1N5/P3P1r1P/4B4/4A4/2BAK4 w - - 0 1",
    "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
    "1rbakabr1/9/2n1c1n2/p1p1p1p1p/9/1R7/P1P1P1P1P/2N1C1N1C/9/2BAKABR1 b - - 0 1",
    "2eak4/4a4/4e4/4p4/2h6/6P2/4P4/4E4/4A4/2EAK1H2 w - - 0 1",
    "r2akab1r/3n5/4b3n/p1p1pRp1p/9/2P3P2/P3P3c/N2C3C1/4A4/1RBAK1B2 b - - 0 1",
];
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let nodes: u64 = a[1].parse().unwrap();
    let which: Option<usize> = a.get(2).map(|s| s.parse().unwrap());
    let h = Arc::new(Mutex::new(DefaultHasher::new()));
    for (i, fen) in FENS.iter().enumerate() {
        if which.is_some_and(|w| w != i) {
            continue;
        }
        let game = Game::new(&fen.parse::<Setup>().unwrap()).unwrap();
        let mut p = Pool::new(1, 16);
        p.start(
            &game,
            Limits::nodes(nodes),
            Settings::default(),
            StopToken::new(false),
            Box::new(P(h.clone())),
        );
        p.wait();
    }
    println!("signature {:016x}", h.lock().unwrap().finish());
}
