//! `judge/*.txt`: games with the verdicts of the rule sets. Each case is judged as it is,
//! mirrored left to right, with colours exchanged, and both. The reference judge must
//! agree where it implements the rule set.

use std::collections::BTreeSet;
use std::path::Path;

use chuhe::board::Setup;
use chuhe::internals::reference::judge::History;
use chuhe::rules::{
    ChaseRule, Game, NodeVerdict, Outcome, Reason, RuleSet, Verdict, judge, judge_node,
};
use chuhe::types::{Color, Move, Square};

use crate::{Case, Pass, data_files};

/// The verdict of a rule set on a search node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Node {
    /// The game has this outcome.
    Known(Outcome),
    /// This side has probably won.
    Likely(Color),
}

/// An expected verdict.
#[derive(Clone, Debug)]
enum Expected {
    /// At the end of the game, with the reason and where the chased piece stands.
    End { outcome: Outcome, reason: Reason, victim: Option<Square> },
    /// At a node of a search, the whole line after the root.
    Node(Node),
}

/// A game, or a position, with its verdicts.
struct Judged {
    name: String,
    setup: Setup,
    moves: Vec<Move>,
    expected: Vec<(RuleSet, Expected)>,
    /// Whether it is a mirror image or has colours exchanged.
    is_derived: bool,
}

/// One case for each `id`.
///
/// # Errors
/// When a file cannot be read or is malformed.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = Vec::new();
    for (file, text) in data_files("judge")? {
        for judged in parse(&text).map_err(|e| format!("{file}, {e}"))? {
            let name = judged.name.clone();
            if cases.iter().any(|case| case.name == name) {
                return Err(format!("{file}: the id {name} is taken"));
            }
            cases.push(Case::new(name, move || check(&judged)));
        }
    }
    let names: Vec<String> = cases.iter().map(|case| case.name.clone()).collect();
    if !names.is_empty() {
        cases.push(Case::new("docs", move || check_docs(&names)));
    }
    Ok(cases)
}

/// Every case that `docs/authors/rules.md` names must exist, and the document must name every
/// kind of case: the id without its number.
fn check_docs(names: &[String]) -> Result<Pass, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/authors/rules.md");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let quoted: Vec<&str> = text.split('`').skip(1).step_by(2).collect();
    let kind = |name: &str| name.rsplit_once('-').map(|(kind, _)| kind.to_string());
    let kinds: BTreeSet<String> = names.iter().filter_map(|name| kind(name)).collect();
    let is_number = |word: &str| word.len() == 2 && word.bytes().all(|b| b.is_ascii_digit());
    for word in &quoted {
        let numbered = word.rsplit_once('-').is_some_and(|(_, number)| is_number(number));
        if numbered && !names.iter().any(|name| name == word) {
            return Err(format!("docs/authors/rules.md names {word}, but there is no such case"));
        }
    }
    for kind in &kinds {
        if !quoted.iter().any(|word| word.starts_with(kind.as_str())) {
            return Err(format!("docs/authors/rules.md does not name {kind}"));
        }
    }
    Ok(Pass::Count(quoted.len() as u64))
}

/// Reads blocks that begin with an `id` line.
fn parse(text: &str) -> Result<Vec<Judged>, String> {
    let mut blocks: Vec<Vec<(usize, &str, &str)>> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match (key, blocks.last_mut()) {
            ("id", _) => blocks.push(vec![(number, key, value.trim())]),
            (_, Some(block)) => block.push((number, key, value.trim())),
            _ => return Err(format!("line {number}: expected 'id' first, found '{key}'")),
        }
    }
    blocks.iter().map(|block| parse_block(block)).collect()
}

fn parse_block(lines: &[(usize, &str, &str)]) -> Result<Judged, String> {
    let mut name = String::new();
    let (mut setup, mut has_source) = (None, false);
    let mut moves = Vec::new();
    let mut expected = Vec::new();
    for &(number, key, value) in lines {
        let fault = |text: String| format!("line {number}: {text}");
        match key {
            "id" => name = value.to_string(),
            "source" => has_source = !value.is_empty(),
            "fen" => setup = Some(value.parse::<Setup>().map_err(|e| fault(e.to_string()))?),
            "moves" => {
                for word in value.split_whitespace() {
                    moves.push(word.parse().map_err(|e| fault(format!("'{word}': {e}")))?);
                }
            }
            "expect" | "node" => {
                let verdict = parse_expected(value, key == "node");
                expected.push(verdict.ok_or_else(|| fault(format!("bad verdict '{value}'")))?);
            }
            _ => return Err(fault(format!("unknown key '{key}'"))),
        }
    }
    match setup {
        Some(setup) if has_source && !expected.is_empty() => {
            Ok(Judged { name, setup, moves, expected, is_derived: false })
        }
        _ => Err(format!("{name}: a source, a fen and a verdict are needed")),
    }
}

/// Reads `RuleSet outcome [reason [square]]`.
fn parse_expected(text: &str, is_node: bool) -> Option<(RuleSet, Expected)> {
    let mut words = text.split_whitespace();
    let rules = RuleSet::by_name(words.next()?)?;
    let outcome = words.next()?;
    if is_node {
        let node = match outcome {
            "likely_red_wins" => Node::Likely(Color::Red),
            "likely_black_wins" => Node::Likely(Color::Black),
            _ => Node::Known(outcome_of(outcome)?),
        };
        return words.next().is_none().then_some((rules, Expected::Node(node)));
    }
    let outcome = outcome_of(outcome)?;
    let reason = reason_of(words.next().unwrap_or("none"))?;
    // A square is the target of the move that begins and ends there.
    let victim = words.next().map(|sq| format!("{sq}{sq}").parse::<Move>().ok().map(Move::to));
    if victim == Some(None) || words.next().is_some() {
        return None;
    }
    Some((rules, Expected::End { outcome, reason, victim: victim.flatten() }))
}

fn outcome_of(word: &str) -> Option<Outcome> {
    Some(match word {
        "red_wins" => Outcome::Win(Color::Red),
        "black_wins" => Outcome::Win(Color::Black),
        "draw" => Outcome::Draw,
        "ongoing" => Outcome::Ongoing,
        _ => return None,
    })
}

fn reason_of(word: &str) -> Option<Reason> {
    Some(match word {
        "none" => Reason::None,
        "checkmate" => Reason::Checkmate,
        "stalemate" => Reason::Stalemate,
        "perpetual-check" => Reason::PerpetualCheck,
        "perpetual-chase" => Reason::PerpetualChase,
        "perpetual-attack" => Reason::PerpetualAttack,
        "mutual-check" => Reason::MutualCheck,
        "mutual-chase" => Reason::MutualChase,
        "repetition" => Reason::Repetition,
        "natural-limit" => Reason::NaturalLimit,
        "insufficient-material" => Reason::InsufficientMaterial,
        _ => return None,
    })
}

impl Judged {
    /// The same case with every square mapped, and the colours exchanged if wanted.
    fn mapped(&self, how: &str, setup: Setup, sq: fn(Square) -> Square, swap: bool) -> Judged {
        let color = |color: Color| if swap { !color } else { color };
        let outcome = |outcome| match outcome {
            Outcome::Win(winner) => Outcome::Win(color(winner)),
            other => other,
        };
        let expected = |expected: &Expected| match *expected {
            Expected::End { outcome: o, reason, victim } => {
                Expected::End { outcome: outcome(o), reason, victim: victim.map(sq) }
            }
            Expected::Node(Node::Known(o)) => Expected::Node(Node::Known(outcome(o))),
            Expected::Node(Node::Likely(winner)) => Expected::Node(Node::Likely(color(winner))),
        };
        Judged {
            name: format!("{how} {}", self.name),
            setup,
            moves: self.moves.iter().map(|mv| Move::new(sq(mv.from()), sq(mv.to()))).collect(),
            expected: self.expected.iter().map(|(rules, e)| (*rules, expected(e))).collect(),
            is_derived: true,
        }
    }
}

/// All comparisons of one case.
fn check(judged: &Judged) -> Result<Pass, String> {
    let mirrored = judged.mapped("mirrored", judged.setup.mirrored(), Square::mirror, false);
    let flipped = judged.mapped("flipped", judged.setup.flipped(), Square::flip, true);
    let both = mirrored.mapped("flipped", mirrored.setup.flipped(), Square::flip, true);
    let mut checks = 0;
    for image in [judged, &mirrored, &flipped, &both] {
        let game = play(image).map_err(|e| format!("{}: {e}", image.name))?;
        checks += check_one(image, &game).map_err(|e| format!("{}: {e}", image.name))?;
    }
    let game = play(judged)?;
    checks += check_reference(judged, &game)?;
    Ok(Pass::Count(checks))
}

/// The game of a case.
fn play(judged: &Judged) -> Result<Game, String> {
    let mut game = Game::new(&judged.setup).map_err(|e| e.to_string())?;
    for (number, &mv) in (1..).zip(&judged.moves) {
        game.play(mv).map_err(|error| format!("move {number}: {error}"))?;
    }
    Ok(game)
}

/// Compares every verdict with the one in the file. Of several chased pieces the judge
/// names one, which may be another one in a mirror image.
fn check_one(judged: &Judged, game: &Game) -> Result<u64, String> {
    for (rules, expected) in &judged.expected {
        let fault = |found: String| format!("{}: expected {expected:?}, found {found}", rules.name);
        match *expected {
            Expected::Node(node) => {
                let found = judge_node(game, rules, game.ply() + 1);
                if found_node(found, game.board().side()) != node {
                    return Err(fault(format!("{found:?}")));
                }
            }
            Expected::End { outcome, reason, victim } => {
                let found = judge(game, rules);
                let at = found.victim.map(|(_, sq)| sq);
                let is_victim = at == victim || judged.is_derived && at.is_some();
                if (found.outcome, found.reason) != (outcome, reason) || !is_victim {
                    return Err(fault(format!("{found:?}")));
                }
                check_relations(game, rules, &found)?;
            }
        }
    }
    Ok(judged.expected.len() as u64)
}

/// Compares every verdict with the reference judge, where that implements the rule set.
fn check_reference(judged: &Judged, game: &Game) -> Result<u64, String> {
    let slow = History::new(&judged.setup, &judged.moves);
    let ply = game.ply() + 1;
    let mut checks = 0;
    for (rules, _) in judged.expected.iter().filter(|(r, _)| r.chases != ChaseRule::AnyAttack) {
        let reference = (slow.judge(rules), slow.judge_node(rules, ply));
        if reference != (judge(game, rules).outcome, judge_node(game, rules, ply)) {
            return Err(format!("{}: the reference judge finds {reference:?}", rules.name));
        }
        checks += 1;
    }
    Ok(checks)
}

/// A verdict of the judge in the terms of the files.
fn found_node(found: NodeVerdict, us: Color) -> Node {
    match found {
        NodeVerdict::Open => Node::Known(Outcome::Ongoing),
        NodeVerdict::Draw | NodeVerdict::Stale => Node::Known(Outcome::Draw),
        NodeVerdict::Win => Node::Known(Outcome::Win(us)),
        NodeVerdict::Loss => Node::Known(Outcome::Win(!us)),
        NodeVerdict::Offence(side) => Node::Known(Outcome::Win(!side)),
        NodeVerdict::AtLeastDraw => Node::Likely(us),
        NodeVerdict::AtMostDraw => Node::Likely(!us),
    }
}

/// Relations between rule sets: without judgement every repetition is a draw, and where
/// chases are allowed only perpetual check loses.
fn check_relations(game: &Game, rules: &RuleSet, found: &Verdict) -> Result<(), String> {
    let lenient = judge(game, &RuleSet::NO_JUDGEMENT);
    let free = judge(game, &RuleSet::ALLOW_CHASE);
    let checks = matches!(found.reason, Reason::PerpetualCheck | Reason::MutualCheck);
    let holds = if !found.reason.is_repetition() || !rules.forbids_check {
        lenient.outcome == found.outcome
    } else if checks {
        lenient.outcome == Outcome::Draw && free == *found
    } else {
        lenient.outcome == Outcome::Draw && free.outcome == Outcome::Draw
    };
    let offence = found.offender.is_none_or(|offender| found.outcome == Outcome::Win(!offender));
    if holds && offence {
        Ok(())
    } else {
        Err(format!(
            "{found:?} contradicts {free:?} (chases allowed) or {lenient:?} (no judgement)"
        ))
    }
}
