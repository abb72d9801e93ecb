//! The options of fastchess that are known, and why others are refused.

use anyhow::{Result, bail};

use super::words::Group;

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

/// Says why an option has no meaning here. Only `-variant` may name xiangqi.
///
/// # Errors
/// For every other option.
pub fn refuse(group: &Group) -> Result<()> {
    match group.name {
        "variant" => match group.single()? {
            "standard" | "xiangqi" => Ok(()),
            other => bail!("-variant {other}: this runner plays xiangqi only"),
        },
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
}
