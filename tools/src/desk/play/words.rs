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
    /// The board is turned.
    Flip,
    /// The person resigns.
    Resign,
    /// The game is written to this file, or to one that has a name of its own.
    Save(&'a str),
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
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (first.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Word::Nothing,
            ("help" | "?" | "帮助" | "幫助", "") => Word::Help,
            ("hint" | "提示", "") => Word::Hint,
            ("undo" | "u" | "悔棋", "") => Word::Undo,
            ("moves" | "着法" | "著法", "") => Word::Moves,
            ("flip" | "翻转" | "翻轉", "") => Word::Flip,
            ("resign" | "认输" | "認輸", "") => Word::Resign,
            ("quit" | "exit" | "q" | "退出", "") => Word::Quit,
            ("save" | "保存" | "儲存", path) => Word::Save(path),
            _ => Word::Move(line),
        }
    }
}
