//! Parity games by Zielonka's recursion (1998): slow, and nothing of it is shared with the
//! solver.

/// A vertex of a game: Red or Black is to move, and an edge leads to each next vertex.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// Whether Red chooses the next vertex.
    pub is_red: bool,
    /// Red wins a play if the largest number that it sees for ever is even.
    pub priority: u8,
    /// Where one can go. Not empty: an end leads to itself.
    pub next: Vec<usize>,
}

/// By vertex, whether Red wins.
pub fn red_wins(game: &[Vertex]) -> Vec<bool> {
    let mut before = vec![Vec::new(); game.len()];
    for (from, vertex) in game.iter().enumerate() {
        vertex.next.iter().for_each(|&to| before[to].push(from));
    }
    let mut solver = Zielonka { game, before, wins: vec![false; game.len()] };
    // Ends first, and what is drawn into them: without that each round peels off one move.
    let mut part: Vec<usize> = (0..game.len()).collect();
    for for_red in [true, false] {
        let is_end =
            |&v: &usize| game[v].next == [v] && game[v].priority.is_multiple_of(2) == for_red;
        let ends = part.iter().copied().filter(is_end).collect();
        let drawn_in = solver.attracted(&part, ends, for_red);
        part.iter().filter(|&&v| drawn_in[v]).for_each(|&v| solver.wins[v] = for_red);
        part = rest(&part, &drawn_in);
    }
    solver.solve(part);
    solver.wins
}

struct Zielonka<'a> {
    game: &'a [Vertex],
    before: Vec<Vec<usize>>,
    wins: Vec<bool>,
}

impl Zielonka<'_> {
    /// Decides all vertices of a part of the game that both sides can stay in.
    fn solve(&mut self, part: Vec<usize>) {
        let Some(top) = part.iter().map(|&v| self.game[v].priority).max() else { return };
        let for_red = top.is_multiple_of(2);
        let of_top = part.iter().copied().filter(|&v| self.game[v].priority == top).collect();
        let drawn_in = self.attracted(&part, of_top, for_red);
        self.solve(rest(&part, &drawn_in));
        let is_lost = |&v: &usize| !drawn_in[v] && self.wins[v] != for_red;
        let lost: Vec<usize> = part.iter().copied().filter(is_lost).collect();
        if lost.is_empty() {
            part.iter().for_each(|&v| self.wins[v] = for_red);
            return;
        }
        let lost = self.attracted(&part, lost, !for_red);
        self.solve(rest(&part, &lost));
        part.iter().filter(|&&v| lost[v]).for_each(|&v| self.wins[v] = !for_red);
    }

    /// Of all vertices those of a part from which a side can force a visit to others.
    fn attracted(&self, part: &[usize], to: Vec<usize>, for_red: bool) -> Vec<bool> {
        let mut inside = vec![false; self.game.len()];
        part.iter().for_each(|&v| inside[v] = true);
        let mut found = vec![false; self.game.len()];
        to.iter().for_each(|&v| found[v] = true);
        let mut ways = vec![0; self.game.len()];
        for &v in part {
            ways[v] = self.game[v].next.iter().filter(|&&next| inside[next]).count();
        }
        let mut queue = to;
        while let Some(at) = queue.pop() {
            for &from in self.before[at].iter().filter(|&&from| inside[from]) {
                ways[from] -= 1;
                let is_drawn = self.game[from].is_red == for_red || ways[from] == 0;
                if is_drawn && !found[from] {
                    found[from] = true;
                    queue.push(from);
                }
            }
        }
        found
    }
}

fn rest(part: &[usize], without: &[bool]) -> Vec<usize> {
    part.iter().copied().filter(|&v| !without[v]).collect()
}
