//! Command lines of fastchess as matches.

use std::path::Path;

use log::LevelFilter;

use super::*;

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(String::from).collect()
}

fn request(text: &str) -> MatchRequest {
    match read(&words(text)) {
        Ok(Request::Match(request)) => *request,
        other => panic!("{text}: {other:?}"),
    }
}

fn config(text: &str) -> MatchConfig {
    request(text).config
}

/// The player of a command line that has one.
fn player(text: &str) -> Player {
    let [player] = <[Player; 1]>::try_from(config(text).players).unwrap();
    player
}

#[test]
fn games_and_openings() {
    let games = |text| (config(text).games, config(text).colours.single);
    assert_eq!(games("-rounds 5"), (10, false));
    assert_eq!(games("-rounds 5 -games 1"), (5, true));
    assert_eq!(games("-rounds 5 -games 1 -repeat"), (10, false));
    let colours = config("-noswap -reverse").colours;
    assert!(colours.fixed && colours.reversed);
    assert_eq!(config("-tournament gauntlet -seeds 2").format, Format::Gauntlet(2));
    assert_eq!(config("-rounds 1").format, Format::RoundRobin);
    assert_eq!(config("-concurrency 99 -force-concurrency").concurrency, 99);
    assert_eq!(config("-concurrency -9999").concurrency, 1);
    let openings =
        config("-openings file=d/b.pgn format=pgn plies=8 start=3 order=random").openings;
    assert_eq!(openings.file.as_deref(), Some(Path::new("d/b.pgn")));
    assert_eq!((openings.plies, openings.start, openings.order), (Some(8), 3, Order::Random));
    assert_eq!(config("-openings file=b").openings.order, Order::Sequential);
    assert_eq!(config("-srand 7").openings.seed, Some(7));
}

#[test]
fn rules() {
    let adjudication = config("-resign score=500 twosided=true -draw movenumber=30 -maxmoves 100");
    let adjudication = adjudication.adjudication;
    let resign = ResignAdjudication { moves: 1, score: 500, two_sided: true };
    assert_eq!(adjudication.resign, Some(resign));
    assert_eq!(adjudication.draw, Some(DrawAdjudication { after: 30, moves: 1, score: 0 }));
    assert_eq!(adjudication.max_plies, Some(200));
    let sprt = config("-sprt elo0=0 elo1=2 model=bayesian").sprt.unwrap();
    assert_eq!((sprt.elo1, sprt.alpha), (2.0, 0.05));
    let all = config("-strict -check-mate-pvs -report penta=false -wait 20");
    assert!(all.strict && all.check_mates && all.trinomial && all.wait.as_millis() == 20);
    assert_eq!(config("-use-affinity").affinity, Some(Affinity::First));
    assert_eq!(config("-use-affinity 3,5-7").affinity, Some(Affinity::List(vec![3, 5, 6, 7])));
}

#[test]
fn files() {
    let state = |text| config(text).files.state;
    assert_eq!(state("-config file=s"), Some("s".into()));
    assert_eq!(state("-config file=s outname=s"), Some("s".into()));
    let layout = |text| config(text).layout;
    assert_eq!(layout("-event A match -site Here").event, "A match");
    assert_eq!(layout("-site Here").site, "Here");
    assert_eq!(layout("-pgnout file=p notation=wxf").notation, Style::Wxf);
    assert_eq!(layout("-pgnout file=p notation=san").notation, Style::Iccs);
    let remarks = layout("-pgnout file=p pv=true nps=true").remarks;
    assert_eq!(remarks, Remarks { pv: true, speed: true, ..Remarks::default() });
    assert!(layout("-pgnout file=p min=true").remarks.none);
    assert_eq!(config("-pgnout file=p").files.pgn, Some("p".into()));
}

#[test]
fn engines() {
    let limits = |text| player(text).limits;
    assert_eq!(limits("-engine cmd=c -each st=0.5").movetime, Some(Duration::from_millis(500)));
    let both = limits("-engine cmd=c plies=3 -each depth=5 nodes=9");
    assert_eq!((both.depth, both.nodes), (Some(3), Some(9)));
    let engine = player("-engine cmd=c proto=xboard timemargin=9 tc=1");
    assert_eq!(engine.config.protocol.name(), "cecp");
    assert_eq!(engine.margin.as_millis(), 9);
    let engine = player("-engine cmd=c option.A=x,y tc=infinite nodes=1 -each tc=5 option.B=z");
    assert_eq!(engine.limits.clock, None);
    let options = [("B", "z"), ("A", "x,y")].map(|(name, value)| (name.into(), value.into()));
    assert_eq!(engine.config.options, options);
    let engine = player("-engine cmd=c nodes=1 -ping-ms 9 -startup-ms 5");
    assert_eq!(engine.config.startup.as_millis(), 9);
    let quick = config("-quick cmd=a cmd=a book=b.epd");
    assert_eq!((quick.players[1].name.as_str(), quick.games), ("2", 50_000));
    assert_eq!(quick.players[1].limits.describe(), "10+0.1");
}

#[test]
fn what_needs_no_counterpart() {
    let plain = format!("{:?}", config("-rounds 2"));
    for text in [
        "-recover",
        "-testEnv",
        "-autosaveinterval 5",
        "-variant xiangqi",
        "-output format=cutechess",
    ] {
        assert_eq!(format!("{:?}", config(text)), plain, "{text}");
    }
    let kept = request("-config outname=s discard=true -pgnout file=p append=false");
    assert_eq!(kept.config.files.fresh, ["s", "p"].map(PathBuf::from));
    let ends = config("-epdout file=e append=false -log file=l append=false").files;
    assert_eq!(ends.fresh, ["e", "l"].map(PathBuf::from));
    assert_eq!((ends.positions, ends.log), (Some("e".into()), Some("l".into())));
    let request = request("-ratinginterval 3 -scoreinterval 4 -log file=l level=info engine=true");
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
        ("-engine cmd=a nodes=0", "-engine nodes=0: expected a positive"),
        ("-sprt elo0=5 elo1=0", "-sprt: elo0 must be less"),
        ("-draw moves=8 depth=1", "-draw depth=1: there is no 'depth'"),
        ("-openings file=b order=odd", "expected random or sequential"),
        ("-openings file=b plies=x", "-openings plies: expected a whole number"),
        ("-tournament cup", "expected roundrobin"),
    ] {
        let error = format!("{:#}", read(&words(text)).unwrap_err());
        assert!(error.contains(part), "{text}: {error}");
    }
}
