//! What the engine tells an interface about itself in CECP.

use crate::engine::options::{self, Kind, OptionSpec};
use crate::protocol::show;

/// What is understood beyond the protocol's first version, and what is not
/// wanted.
const FEATURES: &str = "feature setboard=1 usermove=1 ping=1 playother=1 san=0 time=1 draw=1 \
     sigint=0 sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1 pause=0 nps=0 debug=1 \
     memory=1 smp=1 variants=\"xiangqi\"";

/// Options that have commands of their own here, or mean nothing.
const NOT_OFFERED: &[&str] = &["Threads", "Hash", "Ponder", "UCI_ShowWDL", "UCI_Variant", "Ranks"];

/// The answer to `protover`.
pub fn lines() -> Vec<String> {
    let mut lines = vec![FEATURES.to_owned()];
    lines.push(format!("feature myname=\"{}\"", show::full_name()));
    let offered = options::specs().filter(|spec| !NOT_OFFERED.contains(&spec.name));
    lines.extend(offered.map(|spec| format!("feature option=\"{}\"", option(spec))));
    lines.push("feature done=1".to_owned());
    lines
}

/// `NAME -TYPE VALUE ...`.
fn option(spec: &OptionSpec) -> String {
    let name = spec.name;
    match spec.kind {
        Kind::Check { default } => format!("{name} -check {}", u8::from(default)),
        Kind::Spin { default, min, max } => format!("{name} -spin {default} {min} {max}"),
        Kind::Combo { default, vars } => {
            let mark = |var: &&str| if *var == default { format!("*{var}") } else { (*var).into() };
            let vars: Vec<String> = vars.iter().map(mark).collect();
            format!("{name} -combo {}", vars.join(" /// "))
        }
        Kind::Button => format!("{name} -button"),
        Kind::Text { default } => format!("{name} -string {default}"),
    }
}
