//! Texts for people, not for programs: the board, the verdict, the help.

use std::fmt::{Display, Write};

use crate::board::{Board, NullObserver};
use crate::engine::{Perft, centipawns};
use crate::notation::{Style, write as notate};
use crate::protocol::notation::Line;
use crate::rules::{Game, Outcome, Verdict};
use crate::types::{Color, Move, Score, Square};

/// The board with rank and file labels, and what goes with the position.
pub fn game(game: &Game, verdict: &Verdict) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+---+\n";
    let board = game.board();
    let mut text = format!("\n{RULE}");
    for rank in (0..Square::RANKS).rev() {
        for file in 0..Square::FILES {
            let piece = board.piece_at(Square::new(file, rank));
            let _ = write!(text, " | {}", piece.map_or(' ', |p| p.fen_char()));
        }
        let _ = writeln!(text, " | {rank}");
        text.push_str(RULE);
    }
    let checkers: String = board.checkers().into_iter().map(|sq| format!(" {sq}")).collect();
    let _ = write!(
        text,
        "   a   b   c   d   e   f   g   h   i\n\nFen: {}\nKey: {:016X}\nCheckers:{checkers}\n{}Verdict: {}",
        game.fen(),
        board.key(),
        last_move(game),
        verdict_in_words(verdict),
    );
    text
}

/// The last move in three styles, if there was one.
fn last_move(game: &Game) -> String {
    let Some(mv) = game.moves().last() else { return String::new() };
    let mut before = game.clone();
    before.pop(&mut NullObserver);
    format!("Last move: {}\n", in_three_styles(before.board(), mv))
}

fn in_three_styles(board: &Board, mv: Move) -> String {
    let texts = [Style::Uci, Style::Wxf, Style::Simplified].map(|style| notate(board, mv, style));
    texts.join(" ")
}

/// The number of moves and the moves, then the same ones in three styles.
pub fn moves(board: &Board, moves: &[Move]) -> String {
    const COLUMNS: usize = 4;
    let mut text = format!("{}:{}\n", moves.len(), Line(moves));
    for row in moves.chunks(COLUMNS) {
        let row: Vec<String> = row.iter().map(|&mv| in_three_styles(board, mv)).collect();
        let _ = write!(text, "\n{}", row.join("   "));
    }
    text
}

/// `red wins: perpetual check by black`.
fn verdict_in_words(verdict: &Verdict) -> String {
    let outcome = match verdict.outcome {
        Outcome::Ongoing => return "the game goes on".to_owned(),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Win(color) => format!("{color} wins"),
    };
    let mut text = format!("{outcome}: {}", words(&format!("{:?}", verdict.reason)));
    if let Some(offender) = verdict.offender {
        let _ = write!(text, " by {offender}");
    }
    text
}

/// `PerpetualCheck` as `perpetual check`.
fn words(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push(' ');
        }
        text.extend(c.to_lowercase());
    }
    text
}

/// The static evaluation, seen from both sides of the board, and whose it is.
pub fn evaluation(score: Score, side: Color, judge: &impl Display) -> String {
    let pawns = f64::from(centipawns(score)) / 100.0;
    let red = if side == Color::Red { pawns } else { -pawns };
    format!("Static evaluation {red:+.2} for red, {pawns:+.2} for {side}, who is to move ({judge})")
}

/// Lines below each move, and the sum.
pub fn perft(perft: &Perft) -> String {
    let mut text = String::new();
    for (mv, nodes) in &perft.counts {
        let _ = writeln!(text, "{mv}: {nodes}");
    }
    let total: u64 = perft.counts.iter().map(|&(_, nodes)| nodes).sum();
    let note = if perft.is_complete { "" } else { " (stopped)" };
    let _ = write!(text, "\nNodes searched: {total}{note}\n");
    text
}

/// All commands.
pub const HELP: &str = "\
Commands:
  uci                          name, options
  isready                      answer when ready
  setoption name N [value V]   set an option
  ucinewgame                   forget the last game
  position startpos|fen F [moves M...]
  go [depth N] [nodes N] [movetime MS] [mate N] [infinite] [ponder]
     [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [searchmoves M...]
  go perft N, perft N          count the lines of N plies
  stop, ponderhit, quit
  d                            the board, and how the game is judged
  moves                        the legal moves
  eval                         the static evaluation
  flip                         exchange the colours
  bench [depth [threads [hash]]]   search a fixed set of positions
Moves are written h2e2, ranks from 0; ranks from 1 (h3e3) are understood too.";
