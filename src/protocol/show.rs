//! Texts for people, not for programs: the board, the verdict, the help.

use std::fmt::{Display, Write};

use crate::board::{Board, NullObserver};
use crate::engine::{Outlook, Perft};
use crate::notation::{Style, write as notate};
use crate::protocol::notation::{Line, RankBase};
use crate::rules::{Game, Outcome, Verdict};
use crate::types::{Color, Move, Square};

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// As in a FEN.
    #[default]
    Letters,
    /// As on the pieces themselves.
    Chinese,
}

impl Pieces {
    /// `letters` or `chinese`, in either case, or in Chinese.
    pub fn by_name(name: &str) -> Option<Pieces> {
        match name.to_ascii_lowercase().as_str() {
            "letters" | "字母" => Some(Pieces::Letters),
            "chinese" | "中文" => Some(Pieces::Chinese),
            _ => None,
        }
    }
}

/// The board with rank and file labels, and what goes with the position.
pub fn game(game: &Game, verdict: &Verdict, pieces: Pieces) -> String {
    let board = game.board();
    let mut text = match pieces {
        Pieces::Letters => drawn_in_letters(board),
        Pieces::Chinese => drawn_in_chinese(board),
    };
    let checkers: String = board.checkers().into_iter().map(|sq| format!(" {sq}")).collect();
    let _ = write!(
        text,
        "\nFen: {}\nKey: {:016X}\nCheckers:{checkers}\n{}Verdict: {}",
        game.fen(),
        board.key(),
        last_move(game),
        verdict_in_words(verdict),
    );
    text
}

fn drawn_in_letters(board: &Board) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+---+\n";
    let mut text = format!("\n{RULE}");
    for rank in (0..Square::RANKS).rev() {
        for file in 0..Square::FILES {
            let piece = board.piece_at(Square::new(file, rank));
            let _ = write!(text, " | {}", piece.map_or(' ', |p| p.fen_char()));
        }
        let _ = writeln!(text, " | {rank}");
        text.push_str(RULE);
    }
    text + "   a   b   c   d   e   f   g   h   i\n"
}

/// Every point is as wide as two letters, as Chinese characters are in the
/// fonts of terminals. Red's pieces have characters of their own.
fn drawn_in_chinese(board: &Board) -> String {
    const RED: [char; 7] = ['帥', '仕', '相', '傌', '俥', '炮', '兵'];
    const BLACK: [char; 7] = ['將', '士', '象', '馬', '車', '砲', '卒'];
    let mut text = "\n".to_owned();
    for rank in (0..Square::RANKS).rev() {
        let _ = write!(text, " {rank} ");
        for file in 0..Square::FILES {
            let point = board.piece_at(Square::new(file, rank)).map_or(Some(&'．'), |piece| {
                let names = if piece.color() == Color::Red { &RED } else { &BLACK };
                names.get(piece.kind().index())
            });
            let _ = write!(text, " {}", point.unwrap_or(&'？'));
        }
        text.push('\n');
        if rank == 5 {
            text.push_str("      楚　河　　　　　漢　界\n");
        }
    }
    text + "    a  b  c  d  e  f  g  h  i\n"
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

/// A move that comes from the opening book.
pub fn book_move(board: &Board, mv: Move) -> String {
    format!("book move {}", in_three_styles(board, mv))
}

/// The number of moves and the moves, then the same ones in three styles.
pub fn moves(board: &Board, moves: &[Move], base: RankBase) -> String {
    const COLUMNS: usize = 4;
    let mut text = format!("{}:{}\n", moves.len(), Line(moves, base));
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
    let mut text = format!("{outcome}: {}", verdict.reason.name());
    if let Some(offender) = verdict.offender {
        let _ = write!(text, " by {offender}");
    }
    text
}

/// The static evaluation, seen from both sides of the board, and whose it is.
pub fn evaluation(outlook: &Outlook, side: Color, judge: &impl Display) -> String {
    let pawns = f64::from(outlook.centipawns) / 100.0;
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

/// Name and version, and the commit where the build knows it.
pub fn full_name() -> String {
    let version = env!("CARGO_PKG_VERSION");
    match option_env!("CHUHE_COMMIT") {
        Some(commit) => format!("Chuhe {version} {commit}"),
        None => format!("Chuhe {version}"),
    }
}
