//! Engines that print without end or do not read: the match runner must keep its limits of
//! memory and time, and leave no process behind.

use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::folder::{Folder, ensure};
use crate::process::{Process, peak_mib, wait_until};
use crate::{Case, Pass};

/// Time limit of a match, times the factor for slow machines.
const LIMIT: Duration = Duration::from_secs(60);

/// Limit of the resident memory of the runner, in MiB.
const MEMORY_MIB: u64 = 256;

/// The tests of this file.
pub fn cases() -> Vec<Case> {
    vec![
        Case::new("hostile-flood", flood),
        Case::new("hostile-endless-handshake", endless_handshake),
        Case::new("hostile-deaf", deaf),
        Case::new("hostile-options", refused_options),
        Case::new("hostile-children", children),
    ]
}

/// Runs a match to its end. Returns its status and its largest memory in MiB, 0 where that
/// is unknown.
fn watch(mut command: Command) -> Result<(Option<i32>, u64), String> {
    let mut process = Process::spawn(&mut command)?;
    let mut most = 0;
    wait_until("the end of the match", LIMIT, || {
        most = most.max(peak_mib(process.id()).unwrap_or(0));
        Ok(!process.is_running()?)
    })?;
    Ok((process.wait(LIMIT)?.code(), most))
}

/// An engine prints without end while its opponent thinks.
fn flood() -> Result<Pass, String> {
    let folder = Folder::for_match("flood")?;
    let words = "--engine|name=R,$SCRIPTED flood=1,nodes=1|--engine|name=S,$SCRIPTED stall=1,nodes=1,patience=1500\
                 |--games|2|--max-plies|4|--json|$DIR/json";
    let (status, most) = watch(folder.match_command(words))?;
    ensure(status == Some(0), || format!("status {status:?}"))?;
    ensure(most < MEMORY_MIB, || format!("{most} MiB"))?;
    Ok(Pass::Ok)
}

/// An engine that never ends its list of options is ended after the time limit.
fn endless_handshake() -> Result<Pass, String> {
    let folder = Folder::for_match("endless")?;
    let words = "--engine|name=R,$SCRIPTED endless=1,nodes=1,startup=1500|--engine|name=S,$SCRIPTED,nodes=1\
                 |--games|2";
    let (status, most) = watch(folder.match_command(words))?;
    ensure(status == Some(1), || format!("status {status:?}"))?;
    ensure(most < MEMORY_MIB, || format!("{most} MiB"))?;
    Ok(Pass::Ok)
}

/// An engine that does not read is killed after the time limit, also when the runner has got
/// SIGTERM.
fn deaf() -> Result<Pass, String> {
    let folder = Folder::for_match("deaf")?;
    let value = "x".repeat(100_000);
    for with_signal in [false, true] {
        let words = format!(
            "--engine|name=R,$SCRIPTED deaf=1 pid=$DIR/pid,nodes=1,startup=1500,option.Big={value}\
             |--engine|name=S,$SCRIPTED,nodes=1|--games|2"
        );
        let mut child = Process::spawn(&mut folder.match_command(&words))?;
        if with_signal {
            thread::sleep(Duration::from_millis(500));
            child.terminate()?;
        }
        let status = child.wait(LIMIT)?;
        ensure(status.code() == Some(1), || format!("{status}"))?;
        let engine = folder.read("pid")?;
        let is_left = Path::new("/proc").join(&engine).exists();
        ensure(!is_left, || format!("process {engine} is left"))?;
    }
    Ok(Pass::Ok)
}

/// A value that an engine does not accept ends the match before it begins, whether it is
/// outside the announced range or the engine reports an error.
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
        ensure(!printed.contains("Results"), || format!("a report without games:\n{printed}"))?;
    }
    Ok(Pass::Ok)
}

/// Processes that an engine has started end with it: when it is told to quit, when it does not
/// answer, when it crashes, and when it lacks an option.
fn children() -> Result<Pass, String> {
    let folder = Folder::for_match("children")?;
    for (how, settings, status) in [
        ("mate=1", "nodes=1", 0),
        ("stall=1", "nodes=1,patience=300", 0),
        ("crash=1", "nodes=1,patience=300", 0),
        ("mate=1", "nodes=1,option.Hush=1", 1),
    ] {
        let words = format!(
            "--engine|name=R,$SCRIPTED child=$DIR/child {how},{settings}|--engine|name=S,$SCRIPTED,nodes=1\
             |--games|2|--max-plies|4"
        );
        folder.expect(&words, status)?;
        let children = folder.read("child")?;
        ensure(!children.is_empty(), || format!("{how},{settings}: no child"))?;
        for child in children.lines() {
            let stat = Path::new("/proc").join(child).join("stat");
            // A zombie has ended.
            let is_left =
                || std::fs::read_to_string(&stat).is_ok_and(|stat| !stat.contains(") Z "));
            wait_until("the end of the child", Duration::from_secs(5), || Ok(!is_left()))
                .map_err(|error| format!("{how},{settings}: process {child}: {error}"))?;
        }
        std::fs::remove_file(folder.file("child")).map_err(|e| e.to_string())?;
    }
    Ok(Pass::Ok)
}
