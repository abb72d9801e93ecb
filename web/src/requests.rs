//! Requests in JSON, and their answers: `{ "found": … }` or `{ "error": … }`.

use chuhe::endings::Endings;
use chuhe::eval::{Evaluation, Network};
use chuhe_bindings::{
    Board, Error, ErrorKind, Game, Move, Outcome, ReadAs, Reader, Result, Square, index,
    judge_moves, judge_text, language_tag, parse_color, parse_move, parse_square, player_level,
    rules_at,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answers::{error_of, move_of, outcome_of};
use crate::desk::{Desk, Object};
use crate::engines::{self, OfEngine};
use crate::games::{self, OfGame};
use crate::practice::{self, OfPractice};

/// A request: `{ name: { … } }`. A name inside would be shorter to write, but what reads that has
/// to be made twice.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Request {
    /// The version and the kernels of the network.
    About {},
    /// The network is attached.
    Network {},
    /// Tables of endings are attached.
    Endings {},
    /// The index of a move in coordinates.
    Move { text: String },
    /// The number of a point.
    Square { text: String },
    /// The tag of a language.
    Language { name: String },
    /// How strong a player is: level and points of each game.
    PlayerLevel { games: Vec<(i64, f64)> },
    /// A board.
    Board { fen: Option<String>, rules: String },
    /// One of the questions about a board.
    OfBoard { id: u32, ask: OfBoard },
    /// Whether two boards have the same position.
    Same { id: u32, other: u32 },
    /// Counts lines.
    Perft { id: u32, depth: u32 },
    /// Judges a whole game.
    Judge(Judge),
    /// The games of bytes, which are attached.
    Read { encoding: Option<String>, style: Option<String>, strict: bool },
    /// The next game.
    Next { id: u32 },
    /// What is known of the file.
    Source { id: u32 },
    /// A game without moves.
    Game { fen: Option<String> },
    /// One of the questions about a game.
    OfGame { id: u32, ask: OfGame },
    /// A request to an engine, or about what is known without one.
    OfEngine { ask: OfEngine },
    /// A request about endings to practise.
    OfPractice { ask: OfPractice },
}

/// Questions about a board.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum OfBoard {
    State {},
    Moves {},
    Parse { text: String, style: Option<String> },
    Write { mv: u32, style: String },
    WriteLine { moves: Vec<u32>, style: String },
    Push { mv: u32 },
    Line { moves: Vec<String> },
    Outcome { rules: Option<String> },
    Attackers { color: String, square: u32 },
    Checkers {},
    King { color: String },
    Mirror {},
    Flip {},
    WithoutHistory {},
    SetRules { rules: String },
    Svg { pieces: String, flipped: bool, last: Option<u32>, arrow: Option<u32> },
    Text {},
    Game {},
}

#[derive(Deserialize)]
struct Judge {
    fen: Option<String>,
    /// A list, or a line.
    moves: Option<Vec<String>>,
    line: Option<String>,
    /// A board whose game it is, in place of both.
    board: Option<u32>,
    rules: String,
    occurrences: Option<usize>,
}

/// The answer to a request, with the bytes that came with it.
pub fn answer(desk: &Desk, request: &[u8], attached: Vec<u8>) -> String {
    let request = serde_json::from_slice(request).map_err(Error::value);
    let found = request.and_then(|request| found(desk, request, attached));
    match found {
        Ok(found) => json!({ "found": found }).to_string(),
        Err(error) => json!({ "error": error_of(&error) }).to_string(),
    }
}

fn found(desk: &Desk, request: Request, attached: Vec<u8>) -> Result<Value> {
    Ok(match request {
        Request::About {} => json!({
            "version": chuhe::protocol::version(),
            "kernel": chuhe::engine::instructions(),
        }),
        Request::Network {} => give_network(&attached)?,
        Request::Endings {} => give_endings(attached)?,
        Request::Move { text } => json!(index(parse_move(&text)?)),
        Request::Square { text } => json!(parse_square(&text)?.index()),
        Request::Language { name } => json!(language_tag(&name)?),
        Request::PlayerLevel { games } => {
            let known = player_level(&games)?;
            json!({
                "elo": known.elo,
                "error": known.error,
                "games": known.games,
                "nextLevel": known.next_level(),
            })
        }
        Request::Board { fen, rules } => {
            json!(desk.keep(Board::new(fen.as_deref(), &rules)?.into()))
        }
        Request::OfBoard { id, ask } => of_board(desk, id, ask)?,
        Request::Same { id, other } => json!(desk.copy_of(id)? == desk.copy_of(other)?),
        Request::Perft { id, depth } => perft(desk, id, depth)?,
        Request::Judge(judge) => outcome_of(decide(desk, &judge)?),
        Request::Read { encoding, style, strict } => {
            let how = ReadAs { encoding, style, strict };
            let reader = Reader::of_bytes(attached, &how)?;
            json!(desk.keep(Object::Reader(Box::new(reader))))
        }
        Request::Next { id } => {
            let next = desk.with(id, |object| match object {
                Object::Reader(reader) => reader.next().transpose(),
                _ => Err(Error::value("this is no file")),
            })?;
            match next {
                Some(game) => json!(keep_game(desk, game)),
                None => Value::Null,
            }
        }
        Request::Source { id } => desk.with(id, |object| match object {
            Object::Reader(reader) => {
                Ok(json!({ "encoding": reader.encoding(), "format": reader.format() }))
            }
            _ => Err(Error::value("this is no file")),
        })?,
        Request::Game { fen } => json!(keep_game(desk, Game::new(fen.as_deref())?)),
        Request::OfGame { id, ask } => games::found(desk, id, ask)?,
        Request::OfEngine { ask } => engines::found(desk, ask, &attached)?,
        Request::OfPractice { ask } => practice::found(desk, ask)?,
    })
}

fn give_network(bytes: &[u8]) -> Result<Value> {
    let network = Network::from_bytes(bytes).map_err(|error| Error::new(ErrorKind::Io, error))?;
    Ok(json!(Evaluation::give_built_in(network)))
}

/// The tables stay as long as the module does.
fn give_endings(bytes: Vec<u8>) -> Result<Value> {
    let tables = Endings::from_bytes(bytes.leak());
    let tables = tables.map_err(|error| Error::new(ErrorKind::Io, error))?;
    Ok(json!(Endings::give_embedded(tables)))
}

/// Keeps a game: its number.
fn keep_game(desk: &Desk, game: Game) -> u32 {
    desk.keep(Object::Game(Box::new(game)))
}

fn decide(desk: &Desk, judge: &Judge) -> Result<Option<Outcome>> {
    let Judge { fen, moves, line, board, rules, occurrences } = judge;
    if let Some(id) = *board {
        let rules = rules_at(rules, *occurrences)?;
        return Ok(Outcome::of(desk.copy_of(id)?.game(), &rules));
    }
    match (moves, line) {
        (Some(moves), _) => judge_moves(fen.as_deref(), moves, rules, *occurrences),
        (None, Some(line)) => judge_text(line, fen.as_deref(), rules, *occurrences),
        (None, None) => judge_moves::<String>(fen.as_deref(), &[], rules, *occurrences),
    }
}

/// Counts lines: may take long and be stopped, so that nothing stays borrowed meanwhile.
fn perft(desk: &Desk, id: u32, depth: u32) -> Result<Value> {
    let board = desk.copy_of(id)?;
    let count = desk.stoppable(|token| board.perft(depth, &mut || token.is_stopped()))?;
    let why = || Error::new(ErrorKind::Engine, "stopped");
    count.map(|count| json!(count.to_string())).ok_or_else(why)
}

fn of_board(desk: &Desk, id: u32, ask: OfBoard) -> Result<Value> {
    let made = desk.board(id, |board| told(board, ask));
    let made = made.ok_or_else(|| Error::value("there is no such board"))??;
    Ok(match made {
        Told::Value(value) => value,
        Told::Board(board) => json!(desk.keep((*board).into())),
        Told::Game(game) => json!(keep_game(desk, *game)),
    })
}

/// What a question about a board finds.
enum Told {
    Value(Value),
    Board(Box<Board>),
    Game(Box<Game>),
}

impl From<Value> for Told {
    fn from(value: Value) -> Told {
        Told::Value(value)
    }
}

impl From<Board> for Told {
    fn from(board: Board) -> Told {
        Told::Board(Box::new(board))
    }
}

fn told(board: &mut Board, ask: OfBoard) -> Result<Told> {
    let found = match ask {
        OfBoard::State {} => json!({
            "fen": board.fen(),
            "start": board.start_fen(),
            "rules": board.rules(),
            "number": board.move_number(),
            "quiet": board.quiet_plies(),
            "ply": board.ply(),
            "pieces": board.pieces().map(|(square, piece)| (square.to_string(), piece.fen_char()))
                .collect::<Vec<_>>(),
        }),
        OfBoard::Moves {} => json!(board.moves().into_iter().map(index).collect::<Vec<_>>()),
        OfBoard::Parse { text, style } => {
            json!(index(board.read(&text, style.as_deref())?))
        }
        OfBoard::Write { mv, style } => json!(board.write(move_of(mv)?, &style)?),
        OfBoard::WriteLine { moves, style } => {
            let moves = moves.into_iter().map(move_of).collect::<Result<Vec<Move>>>()?;
            json!(board.write_line(&moves, &style)?)
        }
        OfBoard::Push { mv } => {
            board.push(move_of(mv)?)?;
            Value::Null
        }
        OfBoard::Line { moves } => {
            // All of them, or none.
            let mut after = board.clone();
            for text in &moves {
                after.push_text(text)?;
            }
            *board = after;
            Value::Null
        }
        OfBoard::Outcome { rules: None } => outcome_of(board.outcome()),
        OfBoard::Outcome { rules: Some(rules) } => outcome_of(board.outcome_by(&rules)?),
        OfBoard::Attackers { color, square } => {
            let color = parse_color(&color)?;
            json!(
                board
                    .attackers(color, square_of(square)?)
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
            )
        }
        OfBoard::Checkers {} => {
            json!(board.checkers().iter().map(ToString::to_string).collect::<Vec<_>>())
        }
        OfBoard::King { color } => json!(board.king(parse_color(&color)?).to_string()),
        OfBoard::Mirror {} => return Ok(board.mirror().into()),
        OfBoard::Flip {} => return Ok(board.flip().into()),
        OfBoard::WithoutHistory {} => return Ok(board.without_history().into()),
        OfBoard::SetRules { rules } => {
            board.set_rules(&rules)?;
            Value::Null
        }
        OfBoard::Svg { pieces, flipped, last, arrow } => {
            let last = last.map(move_of).transpose()?;
            json!(board.svg(&pieces, flipped, last, arrow.map(move_of).transpose()?)?)
        }
        OfBoard::Text {} => json!(board.to_string()),
        OfBoard::Game {} => return Ok(Told::Game(Box::new(Game::of_board(board)))),
    };
    Ok(found.into())
}

fn square_of(index: u32) -> Result<Square> {
    match index as usize {
        index @ ..Square::COUNT => Ok(Square::from_index(index)),
        index => Err(Error::value(format!("{index} is no point"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(desk: &Desk, request: &Value) -> Value {
        serde_json::from_str(&answer(desk, request.to_string().as_bytes(), Vec::new())).unwrap()
    }

    #[test]
    fn what_is_no_request_or_too_much_is_an_error() {
        let desk = Desk::new(|_| {});
        let board = &ask(&desk, &json!({ "board": { "rules": "ComputerRule" } }))["found"];
        let of = |what: Value| json!({ "ofBoard": { "id": board, "ask": what } });
        let engine = |what: Value| json!({ "ofEngine": { "ask": what } });
        let wrong = [
            json!({}),
            json!({ "nothing": {} }),
            json!("about"),
            json!({ "about": {}, "perft": {} }),
            json!({ "board": { "fen": 5, "rules": "ComputerRule" } }),
            json!({ "perft": { "id": board, "depth": 1_000_000 } }),
            json!({ "perft": { "id": board, "depth": -1 } }),
            json!({ "perft": { "id": 77, "depth": 1 } }),
            json!({ "next": { "id": board } }),
            json!({ "ofGame": { "id": board, "ask": { "moves": {} } } }),
            of(json!({ "write": { "mv": 8100, "style": "uci" } })),
            of(json!({ "attackers": { "color": "red", "square": 90 } })),
            of(json!({ "attackers": { "color": "green", "square": 9 } })),
            of(json!({ "line": { "moves": ["h2e2", "h2e2"] } })),
            engine(json!({ "make": { "threads": 1, "hash": 1 } })),
            engine(json!({ "evaluate": { "board": board } })),
            engine(json!({ "book": {} })),
            engine(json!({ "newGame": { "id": board } })),
        ];
        for request in wrong {
            let answer = ask(&desk, &request);
            assert!(answer["error"]["message"].is_string(), "{request}: {answer}");
        }
        let state = &ask(&desk, &of(json!({ "state": {} })))["found"];
        assert_eq!(state["ply"], 0, "an error changes nothing");
    }

    #[test]
    fn what_is_forgotten_is_not_there() {
        let desk = Desk::new(|_| {});
        let make = json!({ "board": { "rules": "ComputerRule" } });
        let state = |id: &Value| json!({ "ofBoard": { "id": id, "ask": { "state": {} } } });
        let first = &ask(&desk, &make)["found"];
        desk.free(first.as_u64().unwrap() as u32);
        assert!(ask(&desk, &state(first))["error"].is_object());
        let second = &ask(&desk, &make)["found"];
        assert_eq!(first, second, "its number is free");
        assert!(ask(&desk, &state(second))["found"].is_object());
    }
}
