//! What is known without a search of the engine: solved endings, proved mates, openings, players.

use std::path::Path;
use std::sync::Arc;

use chuhe::book::{self, BookMove};
use chuhe::endings::{Ending, Endings};
use chuhe::engine::player_level::{LevelGame, PlayerLevel, PlayerResult};
use chuhe::engine::static_evaluation;
use chuhe::engine::strength::FULL;
use chuhe::eval::Evaluation;
use chuhe::mate::{Answer, Attack, MAX_MOVES, Proof, Question, Solver};
use chuhe::types::Move;

use crate::board::Board;
use crate::error::{Error, ErrorKind, Result, shown};

/// The static evaluation of a position by the built-in network, in centipawns for the side to
/// move.
pub fn evaluate(board: &Board) -> i32 {
    static_evaluation(&Evaluation::BuiltIn, board.game().board()).centipawns
}

/// How strong a player is after games against levels of the engine, the first one first: the level
/// and the player's points of each, 0, 0.5 or 1.
///
/// # Errors
/// When there is no such level, or other points.
pub fn player_level(games: &[(i64, f64)]) -> Result<PlayerLevel> {
    let read = |&(level, points): &(i64, f64)| {
        let result = PlayerResult::of_points(points)
            .ok_or_else(|| Error::value(format!("points {points}: expected 0, 0.5 or 1")))?;
        let game = LevelGame::new(level, result);
        game.ok_or_else(|| Error::value(format!("level {level}: expected 0 to {FULL}")))
    };
    Ok(PlayerLevel::of(&games.iter().map(read).collect::<Result<Vec<LevelGame>>>()?))
}

/// The kind of a solved ending: `win`, `draw` or `loss` of the side to move.
pub fn ending_kind(ending: Ending) -> &'static str {
    match ending.sign() {
        0 => "draw",
        1 => "win",
        _ => "loss",
    }
}

/// What the value of a solved ending rests on: `force`, `rule` where one side may not check for ever,
/// `chases` where it holds only as long as these are free.
pub fn ending_basis(ending: Ending) -> &'static str {
    match ending {
        Ending::Win(_) | Ending::Loss(_) | Ending::Draw => "force",
        Ending::RuleWin(_) | Ending::RuleLoss(_) => "rule",
        Ending::DrawByChases => "chases",
    }
}

/// Tables of solved endings.
#[derive(Clone, Debug)]
pub struct Tables(Arc<Endings>);

impl Default for Tables {
    fn default() -> Tables {
        Tables(Endings::embedded())
    }
}

impl Tables {
    /// Those of a folder, and the built-in ones of classes that it lacks.
    ///
    /// # Errors
    /// When the folder cannot be read, has no table, or has one that cannot be used.
    pub fn open(folder: &Path) -> Result<Tables> {
        let name = folder.display().to_string();
        let found = Endings::in_folder(folder);
        let (endings, refused) = found.map_err(|error| Error::io(&name, &error))?;
        if let Some((path, error)) = refused.first() {
            return Err(Error::new(ErrorKind::Io, error).in_file(&path.display().to_string()));
        }
        if endings.from_files().next().is_none() {
            return Err(Error::new(ErrorKind::Io, "no tables of solved endings").in_file(&name));
        }
        Ok(Tables(Arc::new(endings)))
    }

    /// The tables themselves.
    pub(crate) fn endings(&self) -> &Arc<Endings> {
        &self.0
    }

    /// What the tables say of a position under the rule set of its board; `None` when it is in
    /// none of them, or they do not know what that rule set makes of it.
    pub fn probe(&self, board: &Board) -> Option<Ending> {
        let position = board.game().board();
        let value = Endings::may_know(position).then(|| self.0.value(position))??;
        value.under(board.rule_set())
    }
}

/// What is asked of [`prove_mate`].
#[derive(Clone, Debug)]
pub struct MateQuestion {
    /// Mate within this number of moves; of any number for none.
    pub moves: Option<u32>,
    /// `checks`, `threats` or `any`: the widest kind of attack.
    pub attack: String,
    /// Nodes after which to give up.
    pub nodes: u64,
    /// Whether to look for a shorter mate after one has been found.
    pub shortest: bool,
    /// Whether to look for all first moves that mate as quickly.
    pub all_moves: bool,
    /// Size of the table in MiB.
    pub hash: usize,
}

impl Default for MateQuestion {
    fn default() -> MateQuestion {
        let usual = Question::default();
        MateQuestion {
            moves: None,
            attack: "any".into(),
            nodes: usual.nodes,
            shortest: usual.shortest,
            all_moves: usual.all_moves,
            hash: 16,
        }
    }
}

/// What was proved.
#[derive(Clone, Debug)]
pub struct MateAnswer {
    /// The answer.
    pub answer: Answer,
    /// Positions searched.
    pub nodes: u64,
}

impl MateAnswer {
    /// `proved`, `refuted` or `unknown`. It is refuted only where no move of the kind that was asked
    /// for mates, and all were searched; never for `threats`, which are partly guessed.
    pub fn status(&self) -> &'static str {
        match self.answer {
            Answer::Proved(_) => "proved",
            Answer::Refuted(..) => "refuted",
            Answer::Unknown => "unknown",
        }
    }

    /// The mate that was proved.
    pub fn proof(&self) -> Option<&Proof> {
        match &self.answer {
            Answer::Proved(proof) => Some(proof),
            _ => None,
        }
    }

    /// Moves to the mate, or within which there is none.
    pub fn moves(&self) -> Option<u32> {
        match &self.answer {
            Answer::Proved(proof) => Some(proof.moves()),
            Answer::Refuted(moves, _) => Some(*moves),
            Answer::Unknown => None,
        }
    }

    /// The kind of moves that were searched: `checks`, `threats` or `any`; `None` where nothing is
    /// known.
    pub fn attack(&self) -> Option<&'static str> {
        match &self.answer {
            Answer::Proved(proof) => Some(name_of(proof.attack)),
            Answer::Refuted(_, attack) => Some(name_of(*attack)),
            Answer::Unknown => None,
        }
    }
}

const fn name_of(attack: Attack) -> &'static str {
    match attack {
        Attack::Checks => "checks",
        Attack::Threats => "threats",
        Attack::Any => "any",
    }
}

/// MiB of the largest table of a proof.
const MOST_HASH: usize = 4096;

/// Looks for a forced mate of the side to move. `stop` is asked now and then whether to give up.
///
/// # Errors
/// When a number or a name is none of those that are possible.
pub fn prove_mate(
    board: &Board,
    asked: &MateQuestion,
    stop: &dyn Fn() -> bool,
) -> Result<MateAnswer> {
    if let Some(moves) = asked.moves.filter(|moves| !(1..=MAX_MOVES).contains(moves)) {
        return Err(Error::value(format!("moves {moves}: expected 1 to {MAX_MOVES}")));
    }
    if !(1..=MOST_HASH).contains(&asked.hash) {
        return Err(Error::value(format!("hash {}: expected 1 to {MOST_HASH}", asked.hash)));
    }
    let attack = Attack::ALL.into_iter().find(|&attack| name_of(attack) == asked.attack);
    let attack = attack.ok_or_else(|| {
        Error::value(format!("attack '{}': expected checks, threats or any", shown(&asked.attack)))
    })?;
    let MateQuestion { moves, nodes, shortest, all_moves, .. } = *asked;
    let question = Question { moves, attack, nodes, shortest, all_moves };
    let result = Solver::new(asked.hash).solve(board.game(), board.rule_set(), &question, stop);
    let answer = match result.answer {
        // That checks do not mate says nothing of the other moves that were asked for.
        Answer::Refuted(_, searched) if searched != attack => Answer::Unknown,
        answer => answer,
    };
    Ok(MateAnswer { answer, nodes: result.nodes })
}

/// An opening book.
#[derive(Clone, Debug)]
pub struct Book(book::Book);

impl Book {
    /// Reads a book file: our own format, or ElephantEye's `BOOK.DAT`.
    ///
    /// # Errors
    /// When the file cannot be read or is no book.
    pub fn open(path: &Path) -> Result<Book> {
        book::Book::open(path).map(Book).map_err(|error| Error::new(ErrorKind::Io, error))
    }

    /// The book of a file's bytes.
    ///
    /// # Errors
    /// When they are no book.
    pub fn of_bytes(bytes: &[u8]) -> Result<Book> {
        book::Book::from_bytes(bytes).map(Book).map_err(|error| Error::new(ErrorKind::Io, error))
    }

    /// The moves for a position, the heaviest first.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        self.0.moves(board.game().board())
    }

    /// One of the moves, each as often as its weight says; the same for the same number.
    pub fn choose(&self, board: &Board, number: u64) -> Option<Move> {
        book::choose(&self.moves(board), number)
    }

    /// Numbers of positions and of moves.
    pub fn size(&self) -> (usize, usize) {
        self.0.size()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table may know a win that exists only where perpetual check loses.
    #[test]
    fn the_rules_of_the_board_count() {
        let probe = |fen: &str, rules: &str| {
            Tables::default().probe(&Board::new(Some(fen), rules).unwrap())
        };
        let by_rule = "9/9/4k4/3R5/9/9/6n2/5K3/9/9 b";
        assert!(matches!(probe(by_rule, "ComputerRule"), Some(Ending::RuleLoss(_))));
        assert_eq!(probe(by_rule, "NoJudgement"), Some(Ending::Draw));
        let forced = "4k4/9/9/9/9/9/9/9/R8/3K5 w";
        for rules in ["AllowChase", "NoJudgement"] {
            assert_eq!(probe(forced, rules), Some(Ending::Win(3)));
        }
    }

    /// Where the nodes reach for the checks only, the other moves may still mate.
    #[test]
    fn only_what_was_asked_is_refuted() {
        let prove = |fen: Option<&str>, attack: &str, moves, nodes| {
            let board = Board::new(fen, "ComputerRule").unwrap();
            let question =
                MateQuestion { moves, attack: attack.into(), nodes, ..Default::default() };
            let answer = prove_mate(&board, &question, &|| false).unwrap();
            (answer.status(), answer.moves(), answer.attack())
        };
        let quiet = Some("3ak4/4a4/9/9/9/9/R8/1N7/9/3K5 w");
        for attack in ["threats", "any"] {
            assert_eq!(prove(quiet, attack, None, 5), ("unknown", None, None), "{attack}");
        }
        assert_eq!(prove(quiet, "checks", None, 100_000).0, "refuted");
        assert_eq!(prove(quiet, "any", None, 100_000), ("proved", Some(3), Some("any")));
        assert_eq!(prove(None, "any", Some(1), 100_000), ("refuted", Some(1), Some("any")));
        assert_eq!(prove(None, "threats", Some(1), 100_000), ("unknown", None, None));
    }

    #[test]
    fn players_have_levels_and_points() {
        let known = player_level(&[(5, 1.0), (9, 0.5), (20, 0.0)]).unwrap();
        assert_eq!(known.games, 3);
        assert!(known.elo > player_level(&[(5, 1.0), (9, 0.0), (20, 0.0)]).unwrap().elo);
        for game in [(-1, 1.0), (21, 1.0), (5, 2.0), (5, f64::NAN), (i64::MAX, 0.0)] {
            assert_eq!(player_level(&[game]).unwrap_err().kind, ErrorKind::Value, "{game:?}");
        }
    }
}
