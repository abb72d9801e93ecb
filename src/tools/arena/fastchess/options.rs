//! What a fastchess command line asks for, in the words of `chuhe match`.

use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::{Result, bail, ensure};

use super::engines::{Settings, quick};
use super::log::Log;
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
  -epdout file= append=  -check-mate-pvs  -show-latency
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
            "check-mate-pvs" => {
                group.bare()?;
                self.say(&["--check-mates"]);
            }
            // Every latency is a message of the level info.
            "show-latency" => group.bare()?,
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
            "epdout" => self.epdout(group)?,
            "quick" => self.quick(group)?,
            "use-affinity" => self.say(&["--affinity", &group.text()]),
            "startup-ms" | "ucinewgame-ms" | "ping-ms" => {
                self.startup = self.startup.max(group.number()?);
            }
            "config" => self.config(group)?,
            "log" => self.request.log = Log::read(group)?,
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
            "crc32" => bail!(
                "-crc32: there are no such checksums; with -config the PGN is cut back to whole games"
            ),
            "compliance" => {
                bail!("-compliance: fastchess itself checks engines, in positions of chess")
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

    fn epdout(&mut self, group: &Group) -> Result<()> {
        let (mut file, mut append) = (None, true);
        for (key, value) in group.pairs()? {
            match key {
                "file" => file = Some(PathBuf::from(value)),
                "append" => append = group.switch(key, value)?,
                _ => return Err(group.unknown(key)),
            }
        }
        ensure!(file.is_some(), "-epdout: file=NAME is missing");
        self.request.fresh_files.extend(file.clone().filter(|_| !append));
        self.request.print.positions = file;
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

#[cfg(test)]
mod tests {
    use log::LevelFilter;

    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    fn request(text: &str) -> MatchRequest {
        match translate(&words(text)) {
            Ok(Request::Match(request)) => request,
            other => panic!("{text}: {other:?}"),
        }
    }

    /// Options of fastchess and what of `chuhe match` stands for them.
    const SAME: &[(&str, &str)] = &[
        ("-rounds 5", "--games 10"),
        ("-rounds 5 -games 1", "--single --games 5"),
        ("-rounds 5 -games 1 -repeat", "--games 10"),
        ("-tournament gauntlet -seeds 2", "--format gauntlet=2"),
        ("-concurrency 99 -force-concurrency", "--concurrency 99"),
        ("-concurrency -9999", "--concurrency 1"),
        ("-noswap", "--noswap"),
        ("-reverse", "--reverse"),
        ("-strict", "--strict"),
        ("-check-mate-pvs", "--check-mates"),
        ("-wait 20", "--wait 20"),
        ("-srand 7", "--seed 7"),
        ("-maxmoves 100", "--max-plies 200"),
        ("-event A match", "--event|A match"),
        ("-site Here", "--site Here"),
        ("-report penta=false", "--trinomial"),
        ("-use-affinity", "--affinity|"),
        ("-use-affinity 3,5-7", "--affinity 3,5-7"),
        ("-config file=s", "--state s"),
        ("-config file=s outname=s", "--state s"),
        ("-sprt elo0=0 elo1=2 model=bayesian", "--sprt elo0=0,elo1=2,model=bayesian"),
        ("-resign score=500 twosided=true", "--resign score=500,twosided=true,movecount=1"),
        ("-draw movenumber=30", "--draw movenumber=30,movecount=1,score=0"),
        ("-openings file=d/b.epd format=epd", "--openings d/b.epd"),
        ("-openings file=b.pgn plies=8 start=3 order=random", "--plies 8 --start 3"),
        ("-openings file=b order=random", "--order random"),
        ("-openings file=b", "--order sequential"),
        ("-pgnout file=p notation=wxf", "--moves wxf"),
        ("-pgnout file=p notation=san pv=true nps=true", "--remarks pv,nps"),
        ("-pgnout file=p min=true", "--remarks none"),
        ("-pgnout file=p", "--pgn p"),
        ("-engine cmd=c -each st=0.5", "--engine cmd=c,movetime=500"),
        ("-engine cmd=c plies=3 -each depth=5 nodes=9", "--engine cmd=c,depth=3,nodes=9"),
        ("-engine cmd=c proto=xboard timemargin=9", "--engine cmd=c,proto=cecp,margin=9"),
        ("-engine cmd=c option.A=x,y tc=infinite", "--engine cmd=c,option.A=x\\,y,tc=inf"),
        ("-engine cmd=c -ping-ms 9 -startup-ms 5", "--engine cmd=c,startup=9"),
        ("-quick cmd=a cmd=a book=b.epd", "--engine cmd=a,tc=10+0.1,name=2 --games 50000"),
    ];

    #[test]
    fn options_have_their_counterparts() {
        for (text, expected) in SAME {
            let found = request(text).words.join("|");
            let expected = if expected.contains('|') {
                (*expected).into()
            } else {
                expected.replace(' ', "|")
            };
            assert!(format!("|{found}|").contains(&format!("|{expected}")), "{text}: {found}");
        }
    }

    #[test]
    fn what_needs_no_counterpart() {
        let plain = request("-rounds 2").words;
        for text in [
            "-recover",
            "-testEnv",
            "-autosaveinterval 5",
            "-variant xiangqi",
            "-output format=cutechess",
        ] {
            assert_eq!(request(text).words, plain, "{text}");
        }
        let kept = request("-pgnout file=p append=false -config outname=s discard=true");
        assert_eq!(kept.fresh_files, ["s", "p"].map(PathBuf::from));
        let ends = request("-epdout file=e append=false");
        assert_eq!((ends.fresh_files, ends.print.positions), (vec!["e".into()], Some("e".into())));
        let request =
            request("-ratinginterval 3 -scoreinterval 4 -log file=l level=info engine=true");
        assert_eq!((request.print.rating_interval, request.print.score_interval), (3, 4));
        assert_eq!(request.log.level, LevelFilter::Trace);
    }

    #[test]
    fn bad_words_are_named() {
        for (text, part) in [
            ("-tbpieces 5", "-tbpieces"),
            ("-tbignore50", "-tbignore50"),
            ("-epdout append=true", "-epdout: file=NAME"),
            ("-check-mate-pvs yes", "-check-mate-pvs takes no 'yes'"),
            ("-show-latency yes", "-show-latency takes no 'yes'"),
            ("-crc32 pgn=true", "-crc32"),
            ("--compliance x", "-compliance"),
            ("-strict yes", "-strict takes no 'yes'"),
            ("-pgnout nodes=true", "file=NAME"),
            ("-pgnout file=p nodes=1", "-pgnout nodes"),
            ("-openings format=epd", "file=NAME"),
            ("-openings file=b format=xyz", "format=xyz"),
            ("-config file=s stats=false", "stats=false"),
            ("-log file=l compress=true", "compress=true"),
            ("-log level=loud file=l", "level=loud"),
            ("-output format=x", "format=x"),
            ("-report elo=true", "-report has no 'elo'"),
            ("-quick cmd=a book=b", "two cmd="),
            ("-engine cmd=a st=0", "st: '0'"),
        ] {
            let error = translate(&words(text)).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
