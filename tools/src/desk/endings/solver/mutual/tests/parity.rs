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
    pub next: Vec<u32>,
}

/// By vertex, whether Red wins.
pub fn red_wins(game: &[Vertex]) -> Vec<bool> {
    let mut solver = Zielonka::new(game);
    // Ends first, and what is drawn into them: without that each round peels off one move.
    let mut part: Vec<u32> = (0..game.len() as u32).collect();
    for for_red in [true, false] {
        let is_end = |&v: &u32| {
            let Vertex { next, priority, .. } = &game[v as usize];
            *next == [v] && priority.is_multiple_of(2) == for_red
        };
        let ends = part.iter().copied().filter(is_end).collect();
        let drawn_in = solver.attracted(&part, ends, for_red);
        part = solver.rest(part, &drawn_in);
        drawn_in.into_iter().for_each(|v| solver.wins[v as usize] = for_red);
    }
    solver.solve(part);
    solver.wins
}

struct Zielonka<'a> {
    game: &'a [Vertex],
    before: Before,
    wins: Vec<bool>,
    /// By vertex, in which call of `attracted` or `rest` it was seen to be in the part.
    inside: Vec<u32>,
    /// The same for those that were found.
    found: Vec<u32>,
    /// By vertex that was looked at in this call of `attracted`, how many of its edges stay in
    /// the part and do not lead to what was found.
    ways: Vec<u32>,
    /// The number of the call.
    call: u32,
}

/// The edges backward, in one array.
struct Before {
    /// Where those of each vertex begin.
    begins: Vec<usize>,
    from: Vec<u32>,
}

impl Before {
    fn new(game: &[Vertex]) -> Before {
        let mut begins = vec![0; game.len() + 1];
        for &to in game.iter().flat_map(|vertex| &vertex.next) {
            begins[to as usize + 1] += 1;
        }
        for at in 0..game.len() {
            begins[at + 1] += begins[at];
        }
        let mut free = begins.clone();
        let mut from = vec![0; begins[game.len()]];
        for (at, vertex) in game.iter().enumerate() {
            for &to in &vertex.next {
                from[free[to as usize]] = at as u32;
                free[to as usize] += 1;
            }
        }
        Before { begins, from }
    }

    fn of(&self, at: u32) -> std::ops::Range<usize> {
        self.begins[at as usize]..self.begins[at as usize + 1]
    }
}

impl Zielonka<'_> {
    fn new(game: &[Vertex]) -> Zielonka<'_> {
        let [inside, found, ways] = [(); 3].map(|()| vec![0; game.len()]);
        let (before, wins) = (Before::new(game), vec![false; game.len()]);
        Zielonka { game, before, wins, inside, found, ways, call: 0 }
    }

    /// Decides all vertices of a part of the game that both sides can stay in.
    fn solve(&mut self, part: Vec<u32>) {
        let Some(top) = part.iter().map(|&v| self.game[v as usize].priority).max() else { return };
        let for_red = top.is_multiple_of(2);
        let is_top = |&v: &u32| self.game[v as usize].priority == top;
        let of_top = part.iter().copied().filter(is_top).collect();
        let drawn_in = self.attracted(&part, of_top, for_red);
        let others = self.rest(part.clone(), &drawn_in);
        self.solve(others.clone());
        let is_lost = |&v: &u32| self.wins[v as usize] != for_red;
        let lost: Vec<u32> = others.into_iter().filter(is_lost).collect();
        if lost.is_empty() {
            part.iter().for_each(|&v| self.wins[v as usize] = for_red);
            return;
        }
        let lost = self.attracted(&part, lost, !for_red);
        let others = self.rest(part, &lost);
        self.solve(others);
        lost.into_iter().for_each(|v| self.wins[v as usize] = !for_red);
    }

    /// Of a part of the game the vertices from which a side can force a visit to others of it,
    /// and these.
    fn attracted(&mut self, part: &[u32], to: Vec<u32>, for_red: bool) -> Vec<u32> {
        self.call += 1;
        let call = self.call;
        for &v in part {
            self.inside[v as usize] = call;
            self.ways[v as usize] = u32::MAX;
        }
        to.iter().for_each(|&v| self.found[v as usize] = call);
        let mut queue = to;
        let mut done = 0;
        while let Some(&at) = queue.get(done) {
            done += 1;
            for edge in self.before.of(at) {
                let from = self.before.from[edge] as usize;
                if self.inside[from] != call || self.found[from] == call {
                    continue;
                }
                if self.game[from].is_red != for_red {
                    if self.ways[from] == u32::MAX {
                        let next = self.game[from].next.iter();
                        let stays = next.filter(|&&next| self.inside[next as usize] == call);
                        self.ways[from] = stays.count() as u32;
                    }
                    self.ways[from] -= 1;
                    if self.ways[from] > 0 {
                        continue;
                    }
                }
                self.found[from] = call;
                queue.push(from as u32);
            }
        }
        queue
    }

    /// A part of the game without some of its vertices.
    fn rest(&mut self, part: Vec<u32>, without: &[u32]) -> Vec<u32> {
        self.call += 1;
        without.iter().for_each(|&v| self.found[v as usize] = self.call);
        part.into_iter().filter(|&v| self.found[v as usize] != self.call).collect()
    }
}
