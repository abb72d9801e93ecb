//! Engines that are a danger to the program that runs them: the runner keeps its
//! memory and its limits of time, and leaves no process behind.

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

use super::laboratory::{status_of, terminate};
use crate::folder::{Folder, ensure};
use crate::{Case, Pass};

/// How long any of these matches may take, on a slow machine.
const LIMIT: Duration = Duration::from_secs(60);

/// The most memory that a runner may have had, in KiB.
const MEMORY: u64 = 256 << 10;

/// The tests of this file.
pub fn cases() -> Vec<Case> {
    vec![
        Case::new("hostile-flood", flood),
        Case::new("hostile-endless-handshake", endless_handshake),
        Case::new("hostile-deaf", deaf),
        Case::new("hostile-options", refused_options),
    ]
}

/// The largest memory that a running process has had, in KiB; 0 where that is unknown.
fn peak(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Runs a match to its end; its status and the most memory that it had.
fn watch(mut command: Command) -> Result<(Option<i32>, u64), String> {
    let mut child = command.spawn().map_err(|e| e.to_string())?;
    let (began, mut most) = (Instant::now(), 0);
    while child.try_wait().map_err(|e| e.to_string())?.is_none() && began.elapsed() < LIMIT {
        most = most.max(peak(&child));
        thread::sleep(Duration::from_millis(20));
    }
    Ok((status_of(&mut child, Duration::from_millis(100))?, most))
}

/// While its opponent thinks, an engine writes without end.
fn flood() -> Result<Pass, String> {
    let folder = Folder::for_match("flood")?;
    let words = "--engine|name=R,$SCRIPTED flood=1,nodes=1|--engine|name=S,$SCRIPTED stall=1,nodes=1,patience=1500\
                 |--games|2|--max-plies|4|--json|$DIR/json";
    let (status, most) = watch(folder.match_command(words))?;
    ensure(status == Some(0), || format!("status {status:?}"))?;
    ensure(most < MEMORY, || format!("{most} KiB"))?;
    Ok(Pass::Ok)
}

/// An engine that never comes to the end of its options is given up in time.
fn endless_handshake() -> Result<Pass, String> {
    let folder = Folder::for_match("endless")?;
    let words = "--engine|name=R,$SCRIPTED endless=1,nodes=1,startup=1500|--engine|name=S,$SCRIPTED,nodes=1\
                 |--games|2";
    let (status, most) = watch(folder.match_command(words))?;
    ensure(status == Some(1), || format!("status {status:?}"))?;
    ensure(most < MEMORY, || format!("{most} KiB"))?;
    Ok(Pass::Ok)
}

/// An engine that reads nothing is given up in time, also when the runner is told to
/// end, and killed.
fn deaf() -> Result<Pass, String> {
    let folder = Folder::for_match("deaf")?;
    let value = "x".repeat(100_000);
    for is_told in [false, true] {
        let words = format!(
            "--engine|name=R,$SCRIPTED deaf=1 pid=$DIR/pid,nodes=1,startup=1500,option.Big={value}\
             |--engine|name=S,$SCRIPTED,nodes=1|--games|2"
        );
        let mut child = folder.match_command(&words).spawn().map_err(|e| e.to_string())?;
        if is_told {
            thread::sleep(Duration::from_millis(500));
            terminate(&child)?;
        }
        let status = status_of(&mut child, LIMIT)?;
        ensure(status == Some(1), || format!("status {status:?}"))?;
        let engine = folder.read("pid")?;
        let is_left = Path::new("/proc").join(&engine).exists();
        ensure(!is_left, || format!("process {engine} is left"))?;
    }
    Ok(Pass::Ok)
}

/// A value that an engine does not take ends the match before it begins, whether it
/// is outside of what the engine offers or the engine says so.
fn refused_options() -> Result<Pass, String> {
    let folder = Folder::for_match("options")?;
    for (engine, message) in [
        (
            "$SCRIPTED,nodes=1,option.Hash=65",
            "option Hash: expected a whole number from 1 to 64, found '65'",
        ),
        ("cmd=$CHUHE,nodes=1,option.Hash=x", "option Hash: expected a whole number from 1 to "),
        ("cmd=$CHUHE,nodes=1,option.EvalFile=$DIR/none", "option EvalFile=$DIR/none is refused: "),
        (
            "cmd=$CHUHE,nodes=1,proto=ucci,option.evalfile=$DIR/none",
            "option evalfile=$DIR/none is refused: ",
        ),
        (
            "cmd=$CHUHE,depth=1,proto=cecp,option.EvalFile=$DIR/none",
            "option EvalFile=$DIR/none is refused: ",
        ),
    ] {
        let words = format!("--engine|name=R,{engine}|--engine|name=S,$SCRIPTED,nodes=1|--games|2");
        let printed = folder.expect(&words, 1)?;
        let message = format!("error: engine R: {}", folder.fill(message));
        ensure(printed.contains(&message), || format!("expected '{message}':\n{printed}"))?;
        ensure(!printed.contains("Results"), || format!("a report of nothing:\n{printed}"))?;
    }
    Ok(Pass::Ok)
}
