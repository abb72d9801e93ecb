//! What a fastchess command line asks for, in the words of `chuhe match`.

use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::{Result, bail, ensure};
use log::LevelFilter;

use super::engines::{Settings, quick};
use super::print::{Look, Print};
use super::words::{Group, groups};

/// The answer to `-help`.
pub const HELP: &str = "\
The match runner of Chuhe with the options of fastchess; it plays xiangqi only.
  -engine cmd= name= args= dir= proto=uci|cyclone|ucci|cecp tc= st= nodes= plies= depth=
          timemargin= restart= option.X= ranks= fen= stderr= patience=      -each ...
  -rounds -games -repeat -concurrency -force-concurrency -noswap -reverse -wait
  -tournament roundrobin|gauntlet -seeds   -sprt elo0= elo1= alpha= beta= model=
  -openings file= format= order= plies= start=   -srand
  -resign movecount= score= twosided=   -draw movenumber= movecount= score=   -maxmoves
  -pgnout file= append= notation= nodes= seldepth= nps= timeleft= latency= pv= min= match_line=
  -event -site -ratinginterval -scoreinterval -report penta= -output format= -config file= outname=
  -log file= level= append= engine=   -use-affinity -startup-ms -ucinewgame-ms -ping-ms
  -strict -recover -testEnv -variant -autosaveinterval -quick -version -help
`chuhe match --help` has more.
";

/// What is asked for.
#[derive(Debug)]
pub enum Request {
    /// The version.
    Version,
    /// The options.
    Help,
    /// A match.
    Match(MatchRequest),
}

/// A match to be played.
#[derive(Debug, Default)]
pub struct MatchRequest {
    /// The options of `chuhe match`.
    pub words: Vec<String>,
    /// Files that are not to be continued.
    pub fresh_files: Vec<PathBuf>,
    /// What is printed.
    pub print: Print,
    /// Where messages go.
    pub log: Log,
}

/// The option `-log`.
#[derive(Debug)]
pub struct Log {
    /// The file.
    pub file: Option<PathBuf>,
    /// Messages of this importance and more.
    pub level: LevelFilter,
    /// Whether to go on at its end.
    pub append: bool,
}

impl Default for Log {
    fn default() -> Log {
        Log { file: None, level: LevelFilter::Warn, append: true }
    }
}

/// Reads a command line.
///
/// # Errors
/// On an option, key or value that is unknown or that xiangqi has no use for:
/// the message names it.
pub fn translate(words: &[String]) -> Result<Request> {
    let groups = groups(words)?;
    let has = |names: &[&str]| groups.iter().any(|group| names.contains(&group.name));
    if has(&["version", "v"]) {
        return Ok(Request::Version);
    }
    if has(&["help"]) || groups.is_empty() {
        return Ok(Request::Help);
    }
    let mut translator = Translator::default();
    for group in &groups {
        translator.take(group)?;
    }
    translator.finish().map(Request::Match)
}

struct Translator {
    request: MatchRequest,
    engines: Vec<Settings>,
    each: Settings,
    rounds: u64,
    games: u64,
    order: String,
    format: String,
    seeds: u64,
    concurrency: i64,
    forced: bool,
    remarks: Vec<&'static str>,
    append: bool,
    pgn: Option<PathBuf>,
    startup: u64,
}

impl Default for Translator {
    fn default() -> Translator {
        Translator {
            request: MatchRequest::default(),
            engines: Vec::new(),
            each: Settings::default(),
            rounds: 2,
            games: 2,
            order: "sequential".into(),
            format: "roundrobin".into(),
            seeds: 1,
            concurrency: 1,
            forced: false,
            remarks: Vec::new(),
            append: true,
            pgn: None,
            startup: 0,
        }
    }
}

impl Translator {
    fn say(&mut self, words: &[&str]) {
        self.request.words.extend(words.iter().map(|word| word.to_string()));
    }

    fn take(&mut self, group: &Group) -> Result<()> {
        match group.name {
            "engine" => self.engines.push(Settings::read(group)?),
            "each" => self.each = Settings::read(group)?,
            "rounds" => self.rounds = group.number()?,
            "games" => self.games = group.number()?,
            "repeat" => self.games = 2,
            "concurrency" => self.concurrency = group.number()?,
            "force-concurrency" => self.forced = true,
            "seeds" => self.seeds = group.number()?,
            "tournament" => self.format = group.single()?.into(),
            "noswap" | "reverse" | "strict" => {
                group.bare()?;
                self.say(&[&format!("--{}", group.name)]);
            }
            "wait" => self.say(&["--wait", &group.number::<u64>()?.to_string()]),
            "srand" => self.say(&["--seed", &group.number::<u64>()?.to_string()]),
            "maxmoves" => {
                let moves: u32 = group.number()?;
                self.say(&["--max-plies", &moves.saturating_mul(2).to_string()]);
            }
            "event" | "site" => self.say(&[&format!("--{}", group.name), &group.text()]),
            "sprt" | "resign" | "draw" => self.rule(group)?,
            "openings" => self.openings(group)?,
            "pgnout" => self.pgnout(group)?,
            "quick" => self.quick(group)?,
            "use-affinity" => self.say(&["--affinity", &group.text()]),
            "startup-ms" | "ucinewgame-ms" | "ping-ms" => {
                self.startup = self.startup.max(group.number()?);
            }
            "config" => self.config(group)?,
            "log" => self.log(group)?,
            "ratinginterval" => self.request.print.rating_interval = group.number()?,
            "scoreinterval" => self.request.print.score_interval = group.number()?,
            "report" | "output" => self.output(group)?,
            "variant" => match group.single()? {
                "standard" | "xiangqi" => {}
                other => bail!("-variant {other}: this runner plays xiangqi only"),
            },
            // Every game is saved as it ends, and engines that fail are always restarted.
            "recover" | "testEnv" | "autosaveinterval" => {}
            "tb" | "tbpieces" | "tbignore50" | "tbadjudicate" => {
                bail!("-{}: there are no such tablebases for xiangqi", group.name)
            }
            "epdout" | "crc32" | "check-mate-pvs" | "show-latency" | "compliance" => {
                bail!("-{} is an option of fastchess that this runner lacks", group.name)
            }
            name => bail!("there is no option -{name}; -help lists them"),
        }
        Ok(())
    }

    /// Options whose keys are the same there and here.
    fn rule(&mut self, group: &Group) -> Result<()> {
        let mut pairs: Vec<String> =
            group.pairs()?.iter().map(|(key, value)| format!("{key}={value}")).collect();
        let defaults: &[&str] = match group.name {
            "resign" => &["movecount=1"],
            "draw" => &["movenumber=0", "movecount=1", "score=0"],
            _ => &[],
        };
        for default in defaults {
            let (key, _) = default.split_once('=').unwrap_or_default();
            if !pairs.iter().any(|pair| pair.split('=').next() == Some(key)) {
                pairs.push((*default).into());
            }
        }
        self.say(&[&format!("--{}", group.name), &pairs.join(",")]);
        Ok(())
    }

    fn openings(&mut self, group: &Group) -> Result<()> {
        let mut file = None;
        for (key, value) in group.pairs()? {
            match key {
                "file" => file = Some(value),
                "format" if matches!(value, "epd" | "pgn") => {}
                "order" => self.order = value.into(),
                "plies" | "start" => self.say(&[&format!("--{key}"), value]),
                "policy" if matches!(value, "default" | "round") => {}
                "format" | "policy" => bail!("-openings {key}={value} is not known"),
                _ => return Err(group.unknown(key)),
            }
        }
        let Some(file) = file else { bail!("-openings: file=NAME is missing") };
        self.request.print.book = file.rsplit(['/', '\\']).next().unwrap_or_default().into();
        self.say(&["--openings", file]);
        Ok(())
    }

    fn pgnout(&mut self, group: &Group) -> Result<()> {
        for (key, value) in group.pairs()? {
            let remark = match key {
                "file" => {
                    self.pgn = Some(value.into());
                    continue;
                }
                "append" => {
                    self.append = group.switch(key, value)?;
                    continue;
                }
                "notation" => {
                    // The algebraic notations of chess have no form for xiangqi.
                    self.say(&[
                        "--moves",
                        if matches!(value, "san" | "lan") { "iccs" } else { value },
                    ]);
                    continue;
                }
                "match_line" => {
                    self.say(&["--keep-lines", value]);
                    continue;
                }
                "nodes" => "nodes",
                "seldepth" => "seldepth",
                "nps" => "nps",
                "timeleft" => "left",
                "latency" => "latency",
                "pv" => "pv",
                "min" => "none",
                // There is nothing to say of these.
                "hashfull" | "tbhits" => "",
                _ => return Err(group.unknown(key)),
            };
            if group.switch(key, value)? {
                self.remarks.push(remark);
            }
        }
        ensure!(self.pgn.is_some(), "-pgnout: file=NAME is missing");
        Ok(())
    }

    fn quick(&mut self, group: &Group) -> Result<()> {
        let (engines, book) = quick(group)?;
        self.engines.extend(engines);
        self.rounds = 25_000;
        self.order = "random".into();
        self.concurrency = (cores() - 2).max(1);
        self.request.print.look = Look::Cutechess;
        self.say(&["--openings", book, "--draw", "movenumber=30,movecount=8,score=8"]);
        Ok(())
    }

    /// A state file takes the place of the configuration that fastchess saves.
    fn config(&mut self, group: &Group) -> Result<()> {
        let (mut file, mut outname, mut discard) = (None, None, false);
        for (key, value) in group.pairs()? {
            match key {
                "file" => file = Some(value),
                "outname" => outname = Some(value),
                "discard" => discard = group.switch(key, value)?,
                "stats" => ensure!(
                    group.switch(key, value)?,
                    "-config stats=false: results are always taken up again"
                ),
                _ => return Err(group.unknown(key)),
            }
        }
        let same = outname.is_none() || file.is_none() || outname == file || discard;
        ensure!(same, "-config: a match goes on in its own file, not in another outname");
        let Some(name) = outname.or(file) else { bail!("-config: file=NAME is missing") };
        if discard {
            self.request.fresh_files.push(name.into());
        }
        self.say(&["--state", name]);
        Ok(())
    }

    fn log(&mut self, group: &Group) -> Result<()> {
        let log = &mut self.request.log;
        let mut engine = false;
        for (key, value) in group.pairs()? {
            match key {
                "file" => log.file = Some(value.into()),
                "level" => {
                    log.level = match value {
                        "trace" => LevelFilter::Debug,
                        "info" => LevelFilter::Info,
                        "warn" => LevelFilter::Warn,
                        "err" | "fatal" => LevelFilter::Error,
                        _ => bail!("-log level={value}: expected trace, info, warn, err or fatal"),
                    }
                }
                "append" => log.append = group.switch(key, value)?,
                "engine" => engine = group.switch(key, value)?,
                "realtime" => drop(group.switch(key, value)?),
                "compress" => {
                    ensure!(!group.switch(key, value)?, "-log compress=true is not supported");
                }
                _ => return Err(group.unknown(key)),
            }
        }
        if engine {
            log.level = LevelFilter::Trace;
        }
        ensure!(log.file.is_some(), "-log: file=NAME is missing");
        Ok(())
    }

    fn output(&mut self, group: &Group) -> Result<()> {
        for (key, value) in group.pairs()? {
            match (group.name, key, value) {
                ("report", "penta", _) => {
                    if !group.switch(key, value)? {
                        self.say(&["--trinomial"]);
                    }
                }
                ("output", "format", "fastchess") => self.request.print.look = Look::Fastchess,
                ("output", "format", "cutechess") => self.request.print.look = Look::Cutechess,
                ("output", "format", _) => {
                    bail!("-output format={value}: expected fastchess or cutechess")
                }
                _ => return Err(group.unknown(key)),
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<MatchRequest> {
        if self.startup > 0 {
            self.each.set_default("startup", &self.startup.to_string());
        }
        let engines: Vec<Settings> =
            self.engines.iter().map(|engine| engine.with(&self.each)).collect();
        for engine in &engines {
            self.say(&["--engine", &engine.to_word()]);
        }
        ensure!((1..=2).contains(&self.games), "-games: expected 1 or 2, found {}", self.games);
        if self.games == 1 {
            self.say(&["--single"]);
        }
        self.say(&["--games", &(self.rounds * self.games).to_string()]);
        let format = match self.format.as_str() {
            "gauntlet" => format!("gauntlet={}", self.seeds),
            other => other.into(),
        };
        self.say(&["--format", &format, "--order", &self.order.clone()]);
        let cores = cores();
        if self.concurrency < 0 {
            self.concurrency = (cores + self.concurrency).max(1);
        }
        ensure!(
            self.forced || self.concurrency <= cores,
            "-concurrency {}: there are {cores} processors; -force-concurrency plays so many \
             games nevertheless",
            self.concurrency
        );
        self.say(&["--concurrency", &self.concurrency.to_string()]);
        self.say(&["--remarks", &self.remarks.join(","), "--chess-words"]);
        if let Some(path) = self.pgn {
            if !self.append {
                self.request.fresh_files.push(path.clone());
            }
            self.request.words.extend(["--pgn".into(), path.display().to_string()]);
        }
        self.request.print.machine = machine(&engines);
        Ok(self.request)
    }
}

fn cores() -> i64 {
    available_parallelism().map_or(1, |n| n.get() as i64)
}

/// Threads and table sizes of the engines: `1t, 16MB`.
fn machine(engines: &[Settings]) -> String {
    let part = |option: &str, unit: &str| {
        let value = |engine: &Settings| {
            engine.get(option).map_or_else(|| "NULL".into(), |value| format!("{value}{unit}"))
        };
        let mut values: Vec<String> = engines.iter().map(value).collect();
        values.dedup();
        values.join(" - ")
    };
    format!("{}, {}", part("option.Threads", "t"), part("option.Hash", "MB"))
}
