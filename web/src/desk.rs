//! What a script has made, by numbers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use chuhe::search::StopToken;
use chuhe_bindings::{Board, Book, Engine, Error, ErrorKind, Game, Practice, Reader, Result};

/// More than any position has.
const MOST_MOVES: usize = 256;

/// Something that a script has made.
pub enum Object {
    /// A board.
    Board(Box<Board>),
    /// A game.
    Game(Box<Game>),
    /// The games of a file.
    Reader(Box<Reader>),
    /// An opening book.
    Book(Box<Book>),
    /// Endings to practise.
    Practice(Rc<Practice>),
    /// An engine.
    Engine(Rc<Engine>),
}

impl From<Board> for Object {
    fn from(board: Board) -> Object {
        Object::Board(Box::new(board))
    }
}

/// All objects.
pub struct Desk {
    objects: RefCell<Vec<Option<Object>>>,
    free: RefCell<Vec<u32>>,
    /// The legal moves that were asked for last, as indices.
    pub moves: [Cell<u16>; MOST_MOVES],
    /// Tells the script something during a search.
    pub tell: fn(&str),
    /// Of the searches that run, the innermost last.
    tokens: RefCell<Vec<StopToken>>,
    /// That search, the innermost last.
    engines: RefCell<Vec<Rc<Engine>>>,
}

impl Desk {
    /// No objects.
    pub fn new(tell: fn(&str)) -> Desk {
        Desk {
            objects: RefCell::default(),
            free: RefCell::default(),
            moves: [const { Cell::new(0) }; MOST_MOVES],
            tell,
            tokens: RefCell::default(),
            engines: RefCell::default(),
        }
    }

    /// Keeps an object: its number.
    pub fn keep(&self, object: Object) -> u32 {
        let mut objects = self.objects.borrow_mut();
        if let Some(id) = self.free.borrow_mut().pop() {
            objects[id as usize] = Some(object);
            return id;
        }
        objects.push(Some(object));
        objects.len() as u32 - 1
    }

    /// Forgets an object.
    pub fn free(&self, id: u32) {
        let object = self.objects.borrow_mut().get_mut(id as usize).and_then(Option::take);
        if object.is_some() {
            self.free.borrow_mut().push(id);
        }
    }

    /// Does something with an object; an error when there is none of this number.
    pub fn with<T>(&self, id: u32, act: impl FnOnce(&mut Object) -> Result<T>) -> Result<T> {
        let mut objects = self.objects.borrow_mut();
        let object = objects.get_mut(id as usize).and_then(Option::as_mut);
        act(object.ok_or_else(|| Error::value(format!("there is nothing with the number {id}")))?)
    }

    /// Does something with a board; `None` when there is none of this number.
    pub fn board<T>(&self, id: u32, act: impl FnOnce(&mut Board) -> T) -> Option<T> {
        match self.objects.borrow_mut().get_mut(id as usize) {
            Some(Some(Object::Board(board))) => Some(act(board)),
            _ => None,
        }
    }

    /// A copy of a board.
    pub fn copy_of(&self, id: u32) -> Result<Board> {
        self.board(id, |board| board.clone()).ok_or_else(|| Error::value("there is no such board"))
    }

    /// Lets an engine do something that [`Desk::stop`] ends; an error when it does so already,
    /// and whoever is told of it asks for more.
    pub fn running<T>(&self, engine: &Rc<Engine>, act: impl FnOnce() -> Result<T>) -> Result<T> {
        if self.engines.borrow().iter().any(|other| Rc::ptr_eq(other, engine)) {
            return Err(Error::new(ErrorKind::Engine, "the engine is searching"));
        }
        self.engines.borrow_mut().push(Rc::clone(engine));
        let found = act();
        self.engines.borrow_mut().pop();
        found
    }

    /// Does something that [`Desk::stop`] ends.
    pub fn stoppable<T>(&self, act: impl FnOnce(&StopToken) -> T) -> T {
        let token = StopToken::default();
        self.tokens.borrow_mut().push(token.clone());
        let found = act(&token);
        self.tokens.borrow_mut().pop();
        found
    }

    /// Ends what runs.
    pub fn stop(&self) {
        self.tokens.borrow().iter().for_each(StopToken::stop);
        self.engines.borrow().iter().for_each(|engine| engine.stop());
    }
}
