//! Networks: compares the evaluation with the reference evaluation, and searches with
//! every SIMD kernel of the processor; loads network files by option, good and damaged.

use std::process::Command;

use chuhe::board::{Board, Setup};
use chuhe::eval::{Architecture, Evaluation, Evaluator, Network, Weights};
use chuhe::internals::random::Random;
use chuhe::internals::reference::network::PlainNetwork;
use chuhe::internals::simd::available as available_kernels;

use crate::composed::random_board;
use crate::folder::Folder;
use crate::process::Engine;
use crate::{Case, Pass, process, scene};

const SCALE: i32 = 400;
/// The architectures that are compared with the reference evaluation.
const SHAPES: [&str; 4] =
    ["689k1a1t7-32x2-1", "689k1a1t7-96x2-8", "689k1a1t7-256x2-4", "689k1a1t7-384x2-16"];
/// Random games for each of them.
const GAMES: u64 = 12;
/// Their maximal length.
const PLIES: usize = 160;
/// The shape of the network whose searches are compared; not that of the built-in one.
const FILE_SHAPE: &str = "689k1a1t7-64x2-8";
/// Depth of the bench with each kernel.
const DEPTH: &str = "5";

/// All cases.
///
/// # Errors
/// Never.
pub fn cases() -> Result<Vec<Case>, String> {
    let mut cases: Vec<Case> = SHAPES
        .into_iter()
        .map(|shape| Case::new(format!("reference {shape}"), move || compare_with_reference(shape)))
        .collect();
    for (name, file) in [("built-in", false), ("random", true)] {
        cases.push(Case::new(format!("kernels {name}"), move || compare_kernels(file)));
    }
    cases.push(Case::new("options", options));
    cases.push(Case::new("damage", damage));
    Ok(cases)
}

/// A network file with random weights.
fn random_file(shape: &str, seed: u64) -> Result<Vec<u8>, String> {
    let shape: Architecture = shape.parse().map_err(|e| format!("{shape}: {e}"))?;
    Network::to_bytes(shape, SCALE, "made = \"at random\"\n", &Weights::random(shape, seed))
        .map_err(|e| e.to_string())
}

/// The positions of random games, every second of which begins with pawns anywhere, must have
/// the same score by incremental update, by every kernel from scratch, with colours exchanged,
/// and by the reference evaluation.
fn compare_with_reference(shape: &str) -> Result<Pass, String> {
    let bytes = random_file(shape, 11)?;
    let network = Network::from_bytes(&bytes).map_err(|e| e.to_string())?;
    let plain = PlainNetwork::of(&network);
    let evaluation = Evaluation::Network(network.clone().into());
    let mut positions = 0;
    for seed in 0..GAMES {
        let mut random = Random::new(&[seed]);
        let is_composed = seed % 2 == 1;
        let mut board = if is_composed { random_board(&mut random) } else { Board::start() };
        let mut evaluator = Evaluator::of(&evaluation, &board);
        for _ in 0..PLIES {
            let setup = Setup::of(&board);
            let expected = plain.evaluate(&setup);
            let mut scores = vec![("incremental update", evaluator.evaluate(&board))];
            for kernels in available_kernels() {
                scores.push((kernels.name, network.evaluate_with(kernels, &board)));
            }
            let flipped = setup.flipped().to_board().map_err(|e| e.to_string())?;
            scores.push(("colours exchanged", network.evaluate(&flipped)));
            for (what, score) in scores {
                if i64::from(score.units()) != expected {
                    return Err(format!("{setup}: {what} {score:?}, reference {expected}"));
                }
            }
            positions += 1;
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Captures more often than by chance, so that the output bucket changes.
            let captures: Vec<_> =
                moves.iter().filter(|mv| board.piece_at(mv.to()).is_some()).collect();
            let mv = match captures.len() {
                n if n > 0 && random.below(4) == 0 => *captures[random.below(n)],
                _ => moves[random.below(moves.len())],
            };
            board.play_with(mv, &mut evaluator).map_err(|e| e.to_string())?;
        }
    }
    Ok(Pass::Count(positions))
}

/// The node count of the bench must be the same with every kernel.
fn compare_kernels(has_file: bool) -> Result<Pass, String> {
    let folder = Folder::new("network-kernels")?;
    let file = match has_file {
        true => Some(folder.write("net", random_file(FILE_SHAPE, 7)?)?),
        false => None,
    };
    let mut first: Option<(String, String)> = None;
    let mut nodes = 0;
    for kernels in available_kernels() {
        let mut command = Command::new(scene::binary());
        command.args(["bench", DEPTH]).env("CHUHE_KERNEL", kernels.name);
        if let Some(file) = &file {
            command.arg("--eval-file").arg(file);
        }
        let output = process::run(&mut command)?;
        let (said, told) = [output.stdout, output.stderr]
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .into();
        let evaluation = told.lines().find(|line| line.starts_with("Evaluation"));
        let evaluation = evaluation.ok_or_else(|| format!("no evaluation is named: {told}"))?;
        if !evaluation.ends_with(kernels.name) {
            return Err(format!("asked for {}, found '{evaluation}'", kernels.name));
        }
        if has_file != evaluation.contains(FILE_SHAPE) {
            return Err(format!("another network than asked for: '{evaluation}'"));
        }
        let count = said.split(' ').next().unwrap_or_default().to_owned();
        nodes += count.parse::<u64>().map_err(|e| format!("'{said}': {e}"))?;
        match &first {
            None => first = Some((kernels.name.to_owned(), count)),
            Some((name, expected)) if *expected != count => {
                return Err(format!("{name} {expected} nodes, {} {count}", kernels.name));
            }
            Some(_) => {}
        }
    }
    Ok(Pass::Count(nodes))
}

/// The static evaluation of a position: the score and the name of the network.
fn ask(engine: &mut Engine) -> Result<String, String> {
    engine.send("position startpos moves h2e2 h9g7")?;
    engine.send("eval")?;
    let lines = engine.read_until("Static evaluation")?;
    Ok(lines.last().map(|line| line.trim().to_owned()).unwrap_or_default())
}

/// Sets the option `EvalFile` and returns the lines that the engine prints.
fn set(engine: &mut Engine, name: &str) -> Result<Vec<String>, String> {
    engine.send(&format!("setoption name EvalFile value {name}"))?;
    engine.send("isready")?;
    let mut lines = engine.read_until("readyok")?;
    lines.pop();
    Ok(lines)
}

/// A network file can be loaded, and the built-in network restored.
fn options() -> Result<Pass, String> {
    let bytes = random_file("689k1a1t7-96x2-8", 5)?;
    let network = Network::from_bytes(&bytes).map_err(|e| e.to_string())?;
    let folder = Folder::new("network-options")?;
    let file = folder.write("net", &bytes)?.display().to_string();
    let mut engine = Engine::start()?;
    let built_in = ask(&mut engine)?;
    for (value, name) in [(file.as_str(), network.name()), ("<empty>", "")] {
        let said = set(&mut engine, value)?;
        let answer = ask(&mut engine)?;
        if !said.is_empty() || !answer.contains(name) {
            return Err(format!("EvalFile {value}: said {said:?}, then '{answer}'"));
        }
        if value == "<empty>" && answer != built_in {
            return Err(format!("'{built_in}' has become '{answer}'"));
        }
    }
    engine.quit().map(|()| Pass::Ok)
}

/// Damaged files: one `info string` that names the file, and the network stays.
fn damage() -> Result<Pass, String> {
    let whole = random_file("689k1a1t7-32x2-2", 3)?;
    let mut engine = Engine::start()?;
    let folder = Folder::new("network-damage")?;
    let file = folder.write("whole", &whole)?.display().to_string();
    let (built_in, said) = (ask(&mut engine)?, set(&mut engine, &file)?);
    let before = ask(&mut engine)?;
    if !said.is_empty() || built_in == before {
        return Err(format!("a good file changed nothing: {said:?}, '{before}'"));
    }
    let mut random = Random::new(&[1]);
    let mut count = 0;
    for round in 0..120 {
        let mut bytes = whole.clone();
        match round % 4 {
            0 => bytes.truncate(random.below(whole.len())),
            1 => bytes.push(0),
            2 => bytes[random.below(whole.len())] ^= 1 << random.below(8),
            _ => bytes.copy_within(100..200, 100 + random.below(whole.len() - 200)),
        }
        if bytes == whole {
            continue;
        }
        let file = folder.write("damaged", &bytes)?.display().to_string();
        let said = set(&mut engine, &file)?;
        let is_clear = match said.as_slice() {
            [line] => line.starts_with("info string") && line.contains(&file),
            _ => false,
        };
        let after = ask(&mut engine)?;
        if !is_clear || after != before {
            return Err(format!("round {round}: said {said:?}, '{before}' became '{after}'"));
        }
        count += 1;
    }
    engine.quit()?;
    Ok(Pass::Count(count))
}
