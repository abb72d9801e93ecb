//! Embedding the engine behind a dialect of one's own. This one knows three
//! commands, one a line: `play MOVE`, `think`, and `bye`. Try it:
//! `printf 'play h2e2\nthink\n' | cargo run --release --example dialect`.

use std::io::{self, BufReader, Write};

use chuhe::engine::{Command, Engine, Event, Limits};
use chuhe::protocol::{Dialect, Step, run_dialect};
use chuhe::types::{Depth, Move};

/// How deep it thinks.
const DEPTH: Depth = 6;

struct Plain;

impl Dialect for Plain {
    fn hear(&mut self, line: &str, engine: &Engine) -> Vec<Step> {
        let (command, argument) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "play" => play(engine, argument),
            "think" => vec![Step::Do(Command::Go(Limits::depth(DEPTH)))],
            "bye" => vec![Step::Do(Command::Quit)],
            "" => Vec::new(),
            _ => vec![Step::Remark(format!("unknown command {command}"))],
        }
    }

    fn tell(&mut self, event: &Event, engine: &Engine) -> Vec<Step> {
        match event {
            Event::Finished(result) => match result.best {
                Some(mv) => {
                    let mut steps = play(engine, &mv.to_string());
                    steps.push(Step::Say(format!("I play {mv}")));
                    steps
                }
                None => vec![Step::Say("I have lost".to_owned())],
            },
            Event::Refused(why) => vec![Step::Remark(why.clone())],
            _ => Vec::new(),
        }
    }

    fn remark(&self, text: &str) -> String {
        format!("# {text}")
    }

    /// Lines wait until a search has ended: this dialect has no command to stop one.
    fn waits(&self) -> bool {
        true
    }
}

/// Makes a move in the engine's game, if it is legal.
fn play(engine: &Engine, text: &str) -> Vec<Step> {
    let mut game = engine.game().clone();
    let played = match text.parse::<Move>() {
        Ok(mv) => game.play(mv).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    match played {
        Ok(()) => vec![Step::Do(Command::Position(Box::new(game)))],
        Err(why) => vec![Step::Remark(why)],
    }
}

fn main() -> io::Result<()> {
    serve(io::stdin(), io::stdout().lock())
}

fn serve(input: impl io::Read + Send + 'static, output: impl Write) -> io::Result<()> {
    run_dialect(BufReader::new(input), output, Box::new(Plain))
}

#[test]
fn a_conversation() {
    let mut output = Vec::new();
    let input = "play h2e2\nplay h2e2\nthink\nuci\nbye\n";
    serve(io::Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let lines: Vec<&str> = output.lines().collect();
    let [illegal, answer, unknown] = lines[..] else { panic!("{output}") };
    assert_eq!(illegal, "# h2e2: no piece on h2");
    assert!(answer.starts_with("I play "), "{answer}");
    assert_eq!(unknown, "# unknown command uci");
}
