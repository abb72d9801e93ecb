//! Clocks that count nodes instead of time (the option nodestime, as Stockfish has it): games
//! by the clock that are the same every time, on a busy machine too.

use std::num::NonZeroU32;

use crate::search::Clock;
use crate::types::Color;

/// What is left of both sides' clocks, counted by the engine itself: the interface's clock says
/// how much there is at the beginning of the game, what each move gains, and when another period
/// begins.
#[derive(Debug, Default)]
pub struct NodeClock {
    /// By side; `None` before a side's first search of the game.
    sides: [Option<SideNodes>; 2],
    /// The search that runs: its side, and the nodes that its move gains.
    running: Option<(Color, i64)>,
}

/// One side's clock.
#[derive(Clone, Copy, Debug)]
struct SideNodes {
    /// Nodes left.
    left: i64,
    /// Nodes that the first clock of the game stood for: what another period adds.
    period: i64,
    /// Moves to the end of the period at the last search, if the interface names them; `None` too
    /// where that search ended the period.
    moves_to_go: Option<u32>,
}

impl NodeClock {
    /// Forgets the game.
    pub fn new_game(&mut self) {
        *self = NodeClock::default();
    }

    /// A search begins: the clock that it goes by, in milliseconds of `per_ms` nodes each. More
    /// moves to go than at the side's last search mean that another period has begun whose first
    /// moves or the last ones before it needed no search.
    pub fn begin(
        &mut self,
        side: Color,
        clock: Clock,
        moves_to_go: Option<u32>,
        per_ms: NonZeroU32,
    ) -> Clock {
        let per_ms = i64::from(per_ms.get());
        let nodes = |ms: i64| ms.saturating_mul(per_ms);
        let period = nodes(clock.remaining);
        let own =
            self.sides[side.index()].get_or_insert(SideNodes { left: period, period, moves_to_go });
        if own.moves_to_go.is_some() && moves_to_go > own.moves_to_go {
            own.left = own.left.saturating_add(own.period);
        }
        own.moves_to_go = moves_to_go;
        self.running = Some((side, nodes(clock.increment)));
        Clock { remaining: own.left / per_ms, ..clock }
    }

    /// The search that [`NodeClock::begin`] announced, if one did, has ended after this many nodes.
    /// Only a move that was played, not one pondered upon in vain, gains its increment, and the
    /// last one of a period another period.
    pub fn end(&mut self, nodes: u64, was_played: bool) {
        if let Some((side, gained)) = self.running.take()
            && let Some(own) = &mut self.sides[side.index()]
        {
            let spent = i64::try_from(nodes).unwrap_or(i64::MAX);
            own.left = own.left.saturating_sub(spent);
            if was_played {
                own.left = own.left.saturating_add(gained);
                if own.moves_to_go.take_if(|moves| *moves == 1).is_some() {
                    own.left = own.left.saturating_add(own.period);
                }
            }
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
        let begin = |clock: &mut NodeClock, side| clock.begin(side, shown, None, per_ms).remaining;
        assert_eq!(begin(&mut clock, Color::Red), 1000);
        clock.end(3000, true); // 300 ms
        assert_eq!(begin(&mut clock, Color::Red), 750);
        clock.end(20_000, true); // more than there was
        assert_eq!(begin(&mut clock, Color::Red), -1200);
        clock.end(u64::MAX, true);
        assert_eq!(begin(&mut clock, Color::Black), 1000, "a clock of its own");
        clock.end(0, true);
        clock.end(5000, true); // a search without a clock
        assert_eq!(begin(&mut clock, Color::Black), 1050);
        clock.end(500, false); // pondered upon in vain
        assert_eq!(begin(&mut clock, Color::Black), 1000);
        clock.new_game();
        assert_eq!(begin(&mut clock, Color::Red), 1000);
    }

    #[test]
    fn another_period_adds_what_the_first_clock_showed() {
        let per_ms = NonZeroU32::new(10).unwrap();
        let mut clock = NodeClock::default();
        let mut begin = |moves_to_go, shown| {
            let shown = Clock { remaining: shown, increment: 0 };
            let left = clock.begin(Color::Red, shown, moves_to_go, per_ms).remaining;
            clock.end(6000, true); // 600 ms
            left
        };
        assert_eq!(begin(Some(2), 2000), 2000);
        assert_eq!(begin(Some(1), 9), 1400, "only the first clock is looked at");
        assert_eq!(begin(Some(2), 9), 2800, "another period");
        assert_eq!(begin(Some(4), 9), 4200, "and another after a move without a search");
        assert_eq!(begin(Some(1), 9), 3600);
        assert_eq!(begin(Some(1), 9), 5000, "a period of one move");
        assert_eq!(begin(None, 9), 6400, "no periods any more");
        assert_eq!(begin(Some(2), 9), 5800);
    }
}
