//! `notation/*.txt`: moves in every style, other spellings that must be read, and texts
//! that must be refused. In random positions every legal move must survive being written
//! and read in every style.

use chuhe::board::{Board, Setup};
use chuhe::internals::random::Random;
use chuhe::internals::reference::lines::Lines;
use chuhe::notation::{ReadError, Style, read, read_as, write};
use chuhe::types::{Color, Move, Piece, PieceType, Square};

use crate::{Case, Pass, data_files};

/// Number of positions in each random case.
const POSITIONS: usize = 500;

/// One case for each line of the files, and the random ones.
///
/// # Errors
/// When a file cannot be read or a line is malformed.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (file, text) in data_files("notation")? {
        let mut board = Board::start();
        for (number, line) in (1..).zip(text.lines()) {
            let name = format!("{file}:{number}");
            let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
            let rest = rest.trim().to_owned();
            let here = board.clone();
            match key {
                "" | "#" => {}
                "fen" => {
                    let setup: Setup = rest.parse().map_err(|e| format!("{name}: {e}"))?;
                    board = setup.to_board().map_err(|e| format!("{name}: {e}"))?;
                }
                "move" => cases.push(Case::new(name, move || strict(&here, &rest, &USUAL))),
                "more" => cases.push(Case::new(name, move || strict(&here, &rest, &MORE))),
                "also" => cases.push(Case::new(name, move || customary(&here, &rest))),
                "not" => cases.push(Case::new(name, move || refused(&here, &rest))),
                _ => {
                    return Err(format!(
                        "{name}: expected fen, move, more, also or not, found {key}"
                    ));
                }
            }
        }
    }
    cases.push(Case::new("random-games", || games_round_trip(1)));
    cases.push(Case::new("random-endgames", || endgames_round_trip(2)));
    cases.push(Case::new("random-crowds", || crowds_round_trip(3)));
    Ok(cases)
}

/// The styles of a line `move`: all of the first ones but ranks from 1.
const USUAL: [Style; 5] =
    [Style::Uci, Style::Iccs, Style::Wxf, Style::Simplified, Style::Traditional];

/// The styles of a line `more`.
const MORE: [Style; 4] = [Style::Uci, Style::San, Style::San1, Style::Vietnamese];

/// `h2e2 H2-E2 C2.5 炮二平五 炮二平五`: the move in the order of the styles.
fn strict(board: &Board, line: &str, styles: &[Style]) -> Result<Pass, String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    if words.len() != styles.len() {
        return Err(format!("expected {} texts: {line}", styles.len()));
    }
    let mv: Move = words[0].parse().map_err(|e| format!("{e}: {line}"))?;
    if !board.is_legal(mv) {
        return Err(format!("{mv} is not legal"));
    }
    for (&style, expected) in styles.iter().zip(words) {
        let found = write(board, mv, style);
        if found != expected {
            return Err(format!("{mv} in {}: expected {expected}, found {found}", style.name()));
        }
        comes_back(board, mv, style, &found)?;
    }
    Ok(Pass::Ok)
}

/// `h2e2 c2=5 砲二平五`: the move and other texts that mean it.
fn customary(board: &Board, line: &str) -> Result<Pass, String> {
    let (mv, texts) = line.split_once(' ').ok_or("expected a move and texts")?;
    let mv: Move = mv.parse().map_err(|e| format!("{e}: {line}"))?;
    for text in texts.split_whitespace() {
        let found = read(board, text);
        if found != Ok(mv) {
            return Err(format!("{text}: expected {mv}, found {found:?}"));
        }
    }
    Ok(Pass::Ok)
}

/// `malformed|illegal|ambiguous text …`: texts that must be refused for this reason.
fn refused(board: &Board, line: &str) -> Result<Pass, String> {
    let (why, texts) = line.split_once(' ').ok_or("expected a reason and texts")?;
    for text in texts.split_whitespace() {
        let found = read(board, text);
        let word = match &found {
            Err(ReadError::Malformed) => "malformed",
            Err(ReadError::NoSuchMove) => "illegal",
            Err(ReadError::Ambiguous(_)) => "ambiguous",
            Ok(_) => "a move",
        };
        if word != why {
            return Err(format!("{text}: expected {why}, found {found:?}"));
        }
    }
    Ok(Pass::Ok)
}

/// The text must be read as the move, with the style given and without.
fn comes_back(board: &Board, mv: Move, style: Style, text: &str) -> Result<(), String> {
    let found = read_as(board, text, style);
    if found != Ok(mv) {
        let fen = Setup::of(board);
        let name = style.name();
        return Err(format!("{fen}: {mv} is {text} in {name}, which is read as {found:?}"));
    }
    // Without the style these may be read as other moves.
    let has_own_question = matches!(style, Style::Uci1 | Style::San1 | Style::Vietnamese);
    if !has_own_question && read(board, text) != Ok(mv) {
        return Err(format!("{}: {text} alone is not read as {mv}", Setup::of(board)));
    }
    Ok(())
}

/// Writes and reads every legal move in every style; no two may have the same text.
fn round_trip(board: &Board) -> Result<u64, String> {
    let mut count = 0;
    for style in Style::ALL {
        let mut texts = Vec::new();
        for mv in board.legal_moves() {
            let text = write(board, mv, style);
            comes_back(board, mv, style, &text)?;
            texts.push(text);
            count += 1;
        }
        texts.sort();
        if let Some(pair) = texts.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(format!("{}: two moves are {}", Setup::of(board), pair[0]));
        }
    }
    Ok(count)
}

/// Games of random moves from the start position.
fn games_round_trip(seed: u64) -> Result<Pass, String> {
    let mut random = Random::new(&[seed]);
    let mut count = 0;
    let mut board = Board::start();
    for ply in 0..POSITIONS {
        let moves = board.legal_moves();
        if moves.is_empty() || ply % 150 == 149 {
            board = Board::start();
            continue;
        }
        count += round_trip(&board)?;
        let mv = moves[random.below(moves.len())];
        board.play(mv).map_err(|e| e.to_string())?;
    }
    Ok(Pass::Count(count))
}

/// The last positions of games with few pieces.
fn endgames_round_trip(seed: u64) -> Result<Pass, String> {
    let games = Lines::new(seed).take(POSITIONS);
    let counts: Result<Vec<u64>, String> = games.map(|game| round_trip(game.board())).collect();
    Ok(Pass::Count(counts?.iter().sum()))
}

/// Positions with many pieces of a kind on the same file, where notation needs "front"
/// and "rear": all on two or three files, most pawns across the river.
fn crowds_round_trip(seed: u64) -> Result<Pass, String> {
    let mut random = Random::new(&[seed]);
    let mut count = 0;
    let mut seen = 0;
    while seen < POSITIONS {
        if let Some(board) = crowd(&mut random) {
            count += round_trip(&board)?;
            seen += 1;
        }
    }
    Ok(Pass::Count(count))
}

/// A random position of that kind; `None` when it is not legal.
fn crowd(random: &mut Random) -> Option<Board> {
    let mut pieces = [None; Square::COUNT];
    let files = [random.below(9), random.below(9), random.below(9)];
    let side = Color::ALL[random.below(2)];
    let mut put = |color: Color, kind: PieceType, file: usize, rank: usize| {
        let sq = Square::new(file, rank).relative_to(color);
        pieces[sq.index()].get_or_insert(Piece::new(color, kind));
    };
    for color in Color::ALL {
        put(color, PieceType::King, 3 + random.below(3), random.below(3));
    }
    for _ in 0..2 + random.below(4) {
        let rank = if random.below(4) == 0 { random.below(5) } else { 5 + random.below(5) };
        put(side, PieceType::Pawn, files[random.below(3)], rank);
    }
    for kind in [PieceType::Rook, PieceType::Knight, PieceType::Cannon] {
        for _ in 0..random.below(3) {
            put(side, kind, files[random.below(2)], random.below(10));
        }
    }
    for (file, rank) in [(3, 0), (3, 2), (5, 0), (5, 2)] {
        if random.below(3) == 0 {
            put(side, PieceType::Advisor, file, rank);
        }
    }
    for (file, rank) in [(2, 0), (2, 4), (6, 0), (6, 4), (4, 2)] {
        if random.below(3) == 0 {
            put(side, PieceType::Bishop, file, rank);
        }
    }
    Setup { pieces, side, quiet_plies: 0, move_number: 1 }.to_board().ok()
}
