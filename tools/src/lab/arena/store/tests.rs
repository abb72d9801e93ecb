//! Matches that share a PGN, and what is left of files after a crash.

use tempfile::{TempDir, tempdir};

use super::*;
use crate::lab::arena::schedule::Colours;
use crate::lab::arena::state::VERSION;
use chuhe::board::START_FEN;
use chuhe::rules::Outcome;

struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The files of the match of this name.
    fn files(&self, name: &str) -> Files {
        Files { state: Some(self.path(name)), pgn: Some(self.path("pgn")), ..Files::default() }
    }

    fn open(&self, name: &str) -> Result<(Store, Vec<GameRecord>)> {
        Store::open(&self.files(name), &header(name))
    }

    /// The numbers of the games in a state file.
    fn games(&self, name: &str) -> Vec<u64> {
        State::read(&self.path(name)).unwrap().games.iter().map(|game| game.game).collect()
    }

    /// Plays a game of the match of this name.
    fn play(&self, name: &str, id: u64) {
        self.open(name).unwrap().0.write(&record(id), &pgn(name, id), &names()).unwrap();
    }
}

fn names() -> [String; 2] {
    ["A", "B"].map(String::from)
}

fn header(seed: &str) -> Header {
    Header {
        chuhe_match: VERSION,
        names: names().to_vec(),
        limits: vec![String::new(); 2],
        engines: vec![String::new(); 2],
        format: "roundrobin".into(),
        colours: Colours::default(),
        openings: 1,
        book: String::new(),
        order: "random".into(),
        start: 1,
        seed: seed.into(),
        adjudication: String::new(),
        rules: String::new(),
        shard: "1/1".into(),
    }
}

fn record(id: u64) -> GameRecord {
    GameRecord {
        id,
        players: if id.is_multiple_of(2) { [0, 1] } else { [1, 0] },
        fen: START_FEN.into(),
        moves: "h2e2".into(),
        remarks: String::new(),
        outcome: Outcome::Draw,
        termination: "repetition".into(),
        fault: None,
        usage: Default::default(),
    }
}

fn pgn(name: &str, id: u64) -> String {
    format!("[Event \"{name} {id}\"]\n\n1. h2e2 1/2-1/2\n\n")
}

#[test]
fn matches_share_a_pgn() {
    let folder = Folder::new();
    for (name, id) in [("a", 0), ("b", 0), ("a", 1), ("b", 1), ("a", 2)] {
        folder.play(name, id);
    }
    let whole = ["a", "b", "a", "b", "a"].iter().zip([0, 0, 1, 1, 2]);
    let expected: String = whole.map(|(name, id)| pgn(name, id)).collect();
    assert_eq!(String::from_utf8(folder.bytes("pgn")).unwrap(), expected);
    assert_eq!((folder.games("a"), folder.games("b")), (vec![0, 1, 2], vec![0, 1]));
}

#[test]
fn two_runs_at_a_time_are_refused() {
    let folder = Folder::new();
    let running = folder.open("a").unwrap();
    let before = folder.bytes("a");
    for name in ["a", "b"] {
        let error = format!("{:#}", folder.open(name).err().unwrap());
        assert!(error.ends_with("another process writes it"), "{error}");
    }
    assert!(!folder.path("b").exists(), "a file of nothing is left");
    assert_eq!(folder.bytes("a"), before);
    drop(running);
    folder.open("b").unwrap();
}

/// A runner killed between line and PGN, or by a power failure anywhere in them.
#[test]
fn a_torn_game_is_played_again() {
    for kept in [0, 1, 20, pgn("a", 1).len() - 1] {
        let folder = Folder::new();
        folder.play("b", 7);
        folder.play("a", 0);
        folder.play("a", 1);
        let whole = folder.bytes("pgn");
        fs::write(folder.path("pgn"), &whole[..whole.len() - pgn("a", 1).len() + kept]).unwrap();
        let torn = [folder.bytes("a"), b"{\"game\":2,\"torn".to_vec()].concat();
        fs::write(folder.path("a"), torn).unwrap();
        let (store, games) = folder.open("a").unwrap();
        drop(store);
        assert_eq!(games.iter().map(|game| game.id).collect::<Vec<_>>(), [0], "{kept}");
        folder.play("a", 1);
        assert_eq!((folder.bytes("pgn"), folder.games("a")), (whole, vec![0, 1]));
    }
}

/// The games of others stay even where they stand behind a torn one.
#[test]
fn games_behind_a_torn_one_stay() {
    let folder = Folder::new();
    folder.play("a", 0);
    folder.play("a", 1);
    let whole = folder.bytes("pgn");
    fs::write(folder.path("pgn"), &whole[..pgn("a", 0).len()]).unwrap(); // killed before the PGN
    folder.play("b", 0);
    folder.play("b", 1);
    assert_eq!(folder.open("a").unwrap().1.len(), 1);
    let expected = [pgn("a", 0), pgn("b", 0), pgn("b", 1)].concat();
    assert_eq!(String::from_utf8(folder.bytes("pgn")).unwrap(), expected);
}

#[test]
fn a_refused_resume_changes_nothing() {
    let folder = Folder::new();
    for id in 0..3 {
        folder.play("a", id);
    }
    let state = [folder.bytes("a"), b"torn".to_vec()].concat();
    fs::write(folder.path("a"), &state).unwrap();
    let pgn = folder.bytes("pgn");
    for (bytes, message) in [
        (pgn[1..pgn.len() / 2].to_vec(), "shorter"),
        ([b"x".as_slice(), &pgn].concat(), "does not have the games"),
    ] {
        fs::write(folder.path("pgn"), &bytes).unwrap();
        let error = format!("{:#}", folder.open("a").err().unwrap());
        assert!(error.contains(message), "{error}");
        assert_eq!((folder.bytes("pgn"), folder.bytes("a")), (bytes, state.clone()));
    }
    let other = header("another");
    let new = Files { pgn: Some(folder.path("new")), ..folder.files("a") };
    let error = Store::open(&new, &other);
    assert!(format!("{:#}", error.err().unwrap()).contains("another match"));
    assert!(!folder.path("new").exists() && folder.bytes("a") == state);
    fs::write(folder.path("text"), "some text").unwrap();
    let text = Files { pgn: None, ..folder.files("text") };
    let error = Store::open(&text, &other);
    assert!(format!("{:#}", error.err().unwrap()).contains("not a state file"));
    assert_eq!(folder.bytes("text"), b"some text");
}

/// A match that did not begin is no obstacle to another one; one that is over stays even if it
/// had no games.
#[test]
fn a_match_without_games_leaves_nothing_unless_it_is_over() {
    let folder = Folder::new();
    let (state, pgn) = (folder.path("state"), folder.path("pgn"));
    let files = Files { log: Some(folder.path("log")), ..folder.files("state") };
    let open = |seed| Store::open(&files, &header(seed));
    for seed in ["a", "b"] {
        let (mut store, _) = open(seed).unwrap();
        let _log = store.take_log();
        drop(store);
        assert_eq!(fs::read_dir(folder.0.path()).unwrap().count(), 0, "{seed}");
    }
    open("a").unwrap().0.keep().unwrap();
    assert_eq!(State::read(&state).unwrap().header, Some(header("a")));
    assert!(pgn.exists());
    assert!(open("b").is_err());
    open("a").unwrap().0.keep().unwrap();
    assert_eq!(fs::read_to_string(&state).unwrap().lines().count(), 1);
}

/// Files that begin anew do so when the first game ends or the match is over, and not when the
/// match goes on.
#[test]
fn files_begin_anew_with_the_match() {
    let folder = Folder::new();
    let old = b"[Event \"another match\"]\n\n*\n\n".to_vec();
    let fresh = |name: &str, with_state: bool| {
        let mut files = folder.files(name);
        (files.positions, files.log) = (Some(folder.path("ends")), Some(folder.path("log")));
        files.fresh = ["pgn", "ends", "log"].map(|name| folder.path(name)).to_vec();
        files.fresh.extend(with_state.then(|| folder.path(name)));
        files
    };
    for name in ["pgn", "ends", "log", "a"] {
        fs::write(folder.path(name), &old).unwrap();
    }
    let assert_old = || {
        for name in ["pgn", "ends", "log", "a"] {
            assert_eq!(folder.bytes(name), old, "{name}");
        }
    };
    let refused = Store::open(&fresh("a", false), &header("a")).err().unwrap();
    assert!(format!("{refused:#}").contains("not that of a match"), "{refused:#}");
    assert_old();
    for with_log in [false, true] {
        let (mut store, _) = Store::open(&fresh("a", true), &header("a")).unwrap();
        let _log = with_log.then(|| store.take_log());
        drop(store);
        assert_old();
    }
    for (id, with_state) in [(0, true), (1, false)] {
        let (mut store, games) = Store::open(&fresh("a", with_state), &header("a")).unwrap();
        assert_eq!(games.len() as u64, id);
        let mut log = store.take_log().unwrap();
        writeln!(log, "message {id}").unwrap();
        store.write(&record(id), &pgn("a", id), &names()).unwrap();
        store.write_position(&record(id)).unwrap();
    }
    assert_eq!(folder.bytes("pgn"), [pgn("a", 0), pgn("a", 1)].concat().into_bytes());
    assert_eq!(folder.bytes("ends").iter().filter(|&&byte| byte == b'\n').count(), 2);
    assert_eq!(folder.bytes("log"), b"message 0\nmessage 1\n");
    let (mut store, games) = Store::open(&fresh("a", true), &header("b")).unwrap();
    let _log = store.take_log().unwrap();
    assert!(games.is_empty() && !folder.bytes("log").is_empty());
    store.keep().unwrap();
    for name in ["pgn", "ends", "log"] {
        assert!(folder.bytes(name).is_empty(), "{name}");
    }
    assert_eq!(State::read(&folder.path("a")).unwrap().header, Some(header("b")));
}
