//! Clocks that count nodes instead of time (the option nodestime, as Stockfish has it): games
//! by the clock that are the same every time, on a busy machine too.

use std::num::NonZeroU32;

use crate::search::Clock;
use crate::types::Color;

/// What is left of both sides' clocks, counted by the engine itself: the interface's clock says
/// how much there is at the beginning of the game and what each move gains.
#[derive(Debug, Default)]
pub struct NodeClock {
    /// Nodes left, by side; `None` before a side's first search of the game.
    left: [Option<i64>; 2],
    /// The search that runs: its side, and the nodes that its move gains.
    running: Option<(Color, i64)>,
}

impl NodeClock {
    /// Forgets the game.
    pub fn new_game(&mut self) {
        *self = NodeClock::default();
    }

    /// A search begins: the clock that it goes by, in milliseconds of so many nodes each.
    pub fn begin(&mut self, side: Color, clock: Clock, per_ms: NonZeroU32) -> Clock {
        let per_ms = i64::from(per_ms.get());
        let nodes = |ms: i64| ms.saturating_mul(per_ms);
        let left = *self.left[side.index()].get_or_insert(nodes(clock.remaining));
        self.running = Some((side, nodes(clock.increment)));
        Clock { remaining: left / per_ms, ..clock }
    }

    /// The search that [`NodeClock::begin`] announced, if one did, has ended after so many nodes.
    pub fn end(&mut self, nodes: u64) {
        if let Some((side, gained)) = self.running.take()
            && let Some(left) = &mut self.left[side.index()]
        {
            let spent = i64::try_from(nodes).unwrap_or(i64::MAX);
            *left = left.saturating_sub(spent).saturating_add(gained);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_taken_off_and_increments_added() {
        let per_ms = NonZeroU32::new(10).unwrap();
        let shown = Clock { remaining: 1000, increment: 50 };
        let mut clock = NodeClock::default();
        let begin = |clock: &mut NodeClock, side| clock.begin(side, shown, per_ms).remaining;
        assert_eq!(begin(&mut clock, Color::Red), 1000);
        clock.end(3000); // 300 ms
        assert_eq!(begin(&mut clock, Color::Red), 750);
        clock.end(20_000); // more than there was
        assert_eq!(begin(&mut clock, Color::Red), -1200);
        clock.end(u64::MAX);
        assert_eq!(begin(&mut clock, Color::Black), 1000, "a clock of its own");
        clock.end(0);
        clock.end(5000); // a search without a clock
        assert_eq!(begin(&mut clock, Color::Black), 1050);
        clock.new_game();
        assert_eq!(begin(&mut clock, Color::Red), 1000);
    }
}
