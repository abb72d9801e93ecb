//! What a person types in a game.

/// What a person may type.
pub enum Word<'a> {
    /// What can be typed.
    Help,
    /// A move is wanted.
    Hint,
    /// The last move is taken back.
    Undo,
    /// The legal moves.
    Moves,
    /// The board is drawn again.
    Board,
    /// How strong the engine plays: a number, or nothing to ask.
    Level(&'a str),
    /// The board is turned.
    Flip,
    /// A draw is offered.
    Draw,
    /// The person resigns.
    Resign,
    /// The game is written to this file, or to one that has a name of its own.
    Save(&'a str),
    /// Another position to practise.
    Next,
    /// The game is left.
    Quit,
    /// An empty line.
    Nothing,
    /// Anything else should be a move.
    Move(&'a str),
}

impl Word<'_> {
    /// The meaning of a line.
    pub fn of(line: &str) -> Word<'_> {
        let line = line.trim();
        let wanted = line.to_lowercase();
        if let Some((_, word)) = WORDS.iter().find(|(names, _)| names.contains(&&*wanted)) {
            return word();
        }
        // What takes something behind it; a name of a file keeps its letters.
        let after = |names: &[&str]| {
            let length =
                |name: &&str| wanted.starts_with(&format!("{name} ")).then_some(name.len());
            let length = names.iter().find_map(length)?;
            Some(line.get(length..)?.trim())
        };
        match (after(SAVE), after(LEVEL)) {
            (Some(path), _) => Word::Save(path),
            (None, Some(level)) => Word::Level(level),
            (None, None) => Word::Move(line),
        }
    }
}

const SAVE: &[&str] = &["save", "保存", "儲存", "lưu"];
const LEVEL: &[&str] = &["level", "等级", "等級", "cấp"];

/// What stands alone in a line.
type Alone = (&'static [&'static str], fn() -> Word<'static>);

/// The words of all languages for what may be typed.
const WORDS: &[Alone] = &[
    (&[""], || Word::Nothing),
    (&["help", "?", "帮助", "幫助", "trợ giúp"], || Word::Help),
    (&["hint", "提示", "gợi ý"], || Word::Hint),
    (&["undo", "u", "悔棋", "đi lại"], || Word::Undo),
    (&["moves", "着法", "著法", "nước đi"], || Word::Moves),
    (&["board", "d", "棋盘", "棋盤", "bàn cờ"], || Word::Board),
    (&["flip", "翻转", "翻轉", "lật"], || Word::Flip),
    (&["draw", "提和", "求和", "xin hòa"], || Word::Draw),
    (&["resign", "认输", "認輸", "xin thua"], || Word::Resign),
    (&["next", "n", "下一题", "下一題", "bài tiếp"], || Word::Next),
    (&["quit", "exit", "q", "退出", "离开", "離開", "thoát"], || Word::Quit),
    (SAVE, || Word::Save("")),
    (LEVEL, || Word::Level("")),
];
