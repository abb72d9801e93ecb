//! Random games made to repeat: few pieces on the board, both sides walking in
//! loops, moves that attack or check preferred. Material for comparing judges.

use crate::board::{Board, CheckSquares, NullObserver, Setup};
use crate::random::Random;
use crate::rules::{Game, RuleSet};
use crate::types::{Bitboard, Color, Move, MoveList, Piece, PieceType, Square};

/// Random choices among what is there.
struct Chance(Random);

impl Chance {
    /// A number below `n`, 0 for `n` 0.
    fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.0.next_u64() % n as u64) as usize }
    }

    /// Whether an event of `n` in a hundred happens.
    fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> Option<T> {
        from.get(self.below(from.len())).copied()
    }
}

/// An endless, seeded supply of games, most of which end in a repetition.
pub struct Lines {
    random: Chance,
}

impl Lines {
    /// The lines of a seed.
    pub fn new(seed: u64) -> Lines {
        Lines { random: Chance(Random::from_state(seed)) }
    }
}

impl Iterator for Lines {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        loop {
            let Some(mut game) = random_game(&mut self.random) else { continue };
            let whole = match self.random.below(10) {
                0..4 => shuttle(&mut self.random, &mut game),
                4..6 => two_loops(&mut self.random, &mut game),
                6..8 => routes(&mut self.random, &mut game),
                _ => wander(&mut self.random, &mut game),
            };
            if whole.is_some() {
                return Some(game);
            }
        }
    }
}

/// A position of few pieces, now and then close to the natural limit.
fn random_game(random: &mut Chance) -> Option<Game> {
    let mut pieces = [None; Square::COUNT];
    let mut put = |random: &mut Chance, color: Color, kind: PieceType| {
        let from_home = |file: usize, rank: usize| {
            let sq = Square::new(file, rank);
            if color == Color::Red { sq } else { sq.flip() }
        };
        let (file, rank) = match kind {
            PieceType::King => (3 + random.below(3), random.below(3)),
            PieceType::Advisor => [(3, 0), (5, 0), (4, 1), (3, 2), (5, 2)][random.below(5)],
            PieceType::Bishop => {
                [(2, 0), (6, 0), (0, 2), (4, 2), (8, 2), (2, 4), (6, 4)][random.below(7)]
            }
            PieceType::Pawn => match random.below(4) {
                0 => (random.below(9), random.below(5)), // as composers of problems put them, too
                _ => (random.below(9), 5 + random.below(5)),
            },
            _ => (random.below(9), random.below(10)),
        };
        pieces[from_home(file, rank).index()] = Some(Piece::new(color, kind));
    };
    for color in Color::ALL {
        use PieceType::{Advisor, Bishop, Cannon, Knight, Pawn, Rook};
        for _ in 0..random.below(3) {
            let kind = random.pick(&[Advisor, Bishop])?;
            put(random, color, kind);
        }
        for _ in 0..random.below(4) {
            let kind = random.pick(&[Rook, Rook, Knight, Knight, Cannon, Cannon, Pawn])?;
            put(random, color, kind);
        }
    }
    for color in Color::ALL {
        put(random, color, PieceType::King);
    }
    let side = Color::ALL[random.below(2)];
    let quiet_plies =
        if random.percent(10) { RuleSet::NATURAL_LIMIT - 30 + random.below(30) as u32 } else { 0 };
    let game = Game::new(&Setup { pieces, side, quiet_plies, move_number: 1 }).ok()?;
    game.board().has_legal_move().then_some(game)
}

/// The quiet legal moves; with some luck only those that attack a piece anew,
/// that check, or that save a piece.
fn candidates(random: &mut Chance, board: &Board) -> Vec<Move> {
    let quiets = quiets(board);
    let squares = CheckSquares::new(board);
    let pick = random.below(100);
    let sharp: Vec<Move> = quiets
        .iter()
        .copied()
        .filter(|&mv| match pick {
            0..55 => attacks(board, mv),
            55..70 => board.gives_check(mv, &squares),
            70..85 => board.attackers_to(mv.from(), board.occupied()).any(),
            _ => true,
        })
        .collect();
    if sharp.is_empty() { quiets.to_vec() } else { sharp }
}

/// Whether a quiet move attacks something with more than was attacked before.
fn attacks(board: &Board, mv: Move) -> bool {
    newly_attacked(board, &after(board, mv), mv).any()
}

fn after(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.make(mv, &mut NullObserver);
    next
}

/// The pieces that the side to move on `before` attacks on `after` only, or only there
/// with the piece that moved.
fn newly_attacked(before: &Board, after: &Board, mv: Move) -> Bitboard {
    let us = before.side();
    let victims = |board: &Board| board.color(!us) & !board.kind(PieceType::King);
    let attacked = |board: &Board| -> Bitboard {
        let occ = board.occupied();
        let hit = |sq: &Square| board.attackers_to(*sq, occ).intersects(board.color(us));
        victims(board).into_iter().filter(hit).fold(Bitboard::EMPTY, Bitboard::with)
    };
    let by_moved = |board: &Board, sq: Square| match board.piece_at(sq) {
        Some(piece) => Board::attacks_from(piece, sq, board.occupied()) & victims(board),
        None => Bitboard::EMPTY,
    };
    let second = by_moved(after, mv.to()) & !by_moved(before, mv.from());
    attacked(after) & !attacked(before) | second
}

/// A move and an answer such that the move and its way back both attack the
/// same piece anew.
fn hunt(random: &mut Chance, board: &Board) -> Option<(Move, Move)> {
    let mut pairs = Vec::new();
    for ours in quiets(board) {
        let first = after(board, ours);
        let victims = newly_attacked(board, &first, ours);
        if victims.is_empty() {
            continue;
        }
        for theirs in quiets(&first) {
            let second = after(&first, theirs);
            if !second.is_legal(back(ours)) {
                continue;
            }
            let moved = victims.contains(theirs.from());
            let victims =
                if moved { victims.without(theirs.from()).with(theirs.to()) } else { victims };
            let third = after(&second, back(ours));
            if newly_attacked(&second, &third, back(ours)).intersects(victims) {
                pairs.push((ours, theirs));
            }
        }
    }
    random.pick(&pairs)
}

fn quiets(board: &Board) -> MoveList {
    let mut quiets = MoveList::new();
    board.push_quiets(&mut quiets);
    quiets
}

fn back(mv: Move) -> Move {
    Move::new(mv.to(), mv.from())
}

/// Makes a quiet legal move.
fn push(game: &mut Game, mv: Move) -> Option<()> {
    let is_quiet = game.board().piece_at(mv.to()).is_none() && game.board().is_legal(mv);
    is_quiet.then(|| game.push(mv, &mut NullObserver))
}

/// Both sides make a move and take it back: four plies. Mostly a hunt.
fn one_loop(random: &mut Chance, game: &mut Game) -> Option<[Move; 4]> {
    let (ours, theirs) = if random.percent(80) {
        hunt(random, game.board())?
    } else {
        let moves = candidates(random, game.board());
        let ours = random.pick(&moves)?;
        let moves = candidates(random, &after(game.board(), ours));
        (ours, random.pick(&moves)?)
    };
    push(game, ours)?;
    push(game, theirs)?;
    push(game, back(ours))?;
    push(game, back(theirs))?;
    Some([ours, theirs, back(ours), back(theirs)])
}

/// One loop until the third occurrence, sometimes one ply further.
fn shuttle(random: &mut Chance, game: &mut Game) -> Option<()> {
    let moves = one_loop(random, game)?;
    for mv in moves {
        push(game, mv)?;
    }
    run_on(random, game, moves)
}

/// Sometimes goes on along a loop, so that the other side, or another position,
/// is the one that recurs.
fn run_on(random: &mut Chance, game: &mut Game, moves: [Move; 4]) -> Option<()> {
    if random.percent(40) {
        for mv in &moves[..=random.below(3)] {
            push(game, *mv)?;
        }
    }
    Some(())
}

/// Two different loops from the same position.
fn two_loops(random: &mut Chance, game: &mut Game) -> Option<()> {
    one_loop(random, game)?;
    let second = one_loop(random, game)?;
    run_on(random, game, second)
}

/// Each side goes round and round a route of its own until the position stands
/// for the third time; some games stop short of it.
fn routes(random: &mut Chance, game: &mut Game) -> Option<()> {
    let mut rehearsal = game.clone();
    let ours = route(random, &mut rehearsal)?;
    push(&mut rehearsal, ours[0])?;
    let theirs = route(random, &mut rehearsal)?;
    let start = game.board().key();
    let stop = if random.percent(20) { 6 + random.below(20) } else { 60 };
    let mut occurrences = 1;
    for i in 0..stop {
        push(game, ours[i % ours.len()])?;
        push(game, theirs[i % theirs.len()])?;
        occurrences += usize::from(game.board().key() == start);
        if occurrences == 3 {
            break;
        }
    }
    Some(())
}

/// Moves of the side to move that bring its pieces back to where they are:
/// there and back, a triangle, or two pieces in turn. The other side passes.
fn route(random: &mut Chance, game: &mut Game) -> Option<Vec<Move>> {
    let moves = candidates(random, game.board());
    let first = random.pick(&moves)?;
    let (from, via) = (first.from(), first.to());
    Some(match random.below(4) {
        0 => vec![first, back(first)],
        1 => {
            let second = random.pick(&moves)?;
            vec![first, second, back(first), back(second)]
        }
        _ => {
            let mut board = game.board().clone();
            board.make(first, &mut NullObserver);
            let occ = board.occupied();
            let piece = board.piece_at(via)?;
            let reach = |piece: Piece, sq: Square| match piece.kind() {
                PieceType::Cannon => {
                    Board::attacks_from(Piece::new(piece.color(), PieceType::Rook), sq, occ)
                }
                _ => Board::attacks_from(piece, sq, occ),
            };
            // The third corner, reached from the second and leading to the first.
            let corners: Vec<Square> = (reach(piece, via) & !occ)
                .into_iter()
                .filter(|&sq| sq != from && reach(piece, sq).contains(from))
                .collect();
            let corner = random.pick(&corners)?;
            vec![first, Move::new(via, corner), Move::new(corner, from)]
        }
    })
}

/// A walk in which each side often takes its last move back. Ends somewhere
/// after a repetition, or after forty plies.
fn wander(random: &mut Chance, game: &mut Game) -> Option<()> {
    let patience = 4 + random.below(37);
    let reluctance = random.pick(&[30, 60, 80])?;
    for ply in 0..40 {
        let records = game.records();
        let last = records.len().checked_sub(2).and_then(|i| records[i].mv).map(back);
        let mv = match last.filter(|&mv| game.board().is_legal(mv)) {
            Some(mv) if random.percent(reluctance) => mv,
            _ => {
                let moves = candidates(random, game.board());
                match random.pick(&moves) {
                    Some(mv) => mv,
                    None => break,
                }
            }
        };
        game.push(mv, &mut NullObserver);
        let key = game.board().key();
        let repeats = game.records().iter().any(|record| record.key() == key);
        if ply >= patience && repeats {
            break;
        }
    }
    Some(())
}
