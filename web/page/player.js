'use strict';

// What this browser keeps of whoever plays in it: the levels and the points of the games, the
// first one first. A page without storage forgets them.
class Player {
  constructor(name) {
    this.name = name;
    this.read();
  }

  // Other pages may have added games. What cannot be read stays as it is, and nothing is added.
  read() {
    this.isDamaged = false;
    let text;
    try {
      text = localStorage.getItem(this.name);
    } catch {
      text = undefined;
    }
    if (text === undefined) return void (this.games ??= []);
    this.games = [];
    if (text === null) return;
    try {
      const games = JSON.parse(text);
      chuhe.playerLevel(games);
      this.games = games;
    } catch {
      this.isDamaged = true;
    }
  }

  add(level, points) {
    this.read();
    if (this.isDamaged) return;
    this.games.push([level, points]);
    try {
      localStorage.setItem(this.name, JSON.stringify(this.games));
    } catch { /* until the page is closed */ }
  }

  forget() {
    try {
      localStorage.removeItem(this.name);
    } catch { /* nothing was kept */ }
    this.games = [];
    this.isDamaged = false;
  }

  known() {
    return chuhe.playerLevel(this.games);
  }
}

// A strength and its error in words. Only who is beyond the levels whatever the error is has no number.
function strength(elo, error) {
  const [lowest, highest] = data().scale;
  const round = (number) => 10 * Math.round(number / 10);
  if (round(elo) + round(error) < lowest) return say('elo-below', { elo: lowest });
  if (round(elo) - round(error) > highest) return say('elo-above', { elo: highest });
  return say('elo', { elo: round(elo), error: round(error) });
}

// Lets the engine play as strong as whoever plays here, and says how strong that is. A game counts
// from the start position, at the level that was found for it, without the lines of an analysis.
class Matching {
  constructor() {
    this.text = element('span');
    this.forget = element('button', { id: 'forget', text: say('forget'), onclick: () => {
      this.player.forget();
      this.isRated = false;
      this.tell();
    } });
    this.element = element('p', { class: 'status', id: 'mine', hidden: '' }, this.text, ' ', this.forget);
    this.level = 5;
    this.isRated = false;
  }

  // Once the module of the engine is there.
  ready() {
    this.player = new Player('chuhe-player');
  }

  // A game begins, or another level or side is chosen. It counts where it is wanted and new.
  begin(isWanted, isNew) {
    this.isWanted = isWanted;
    this.isRated = false;
    this.isOver = false;
    if (isWanted && this.player) {
      this.player.read();
      this.level = this.player.known().nextLevel;
      this.isRated = isNew && !this.player.isDamaged;
    }
    this.tell();
  }

  // The game no longer says how strong the player is.
  spoil() {
    if (!this.isRated) return;
    this.isRated = false;
    this.tell();
  }

  // The game is over: points of the player.
  end(points) {
    if (!this.isRated) return;
    this.player.add(this.level, points);
    [this.isRated, this.isOver] = [false, true];
    this.tell();
  }

  tell() {
    this.element.hidden = !this.isWanted || !this.player;
    if (this.element.hidden) return;
    const { games, elo, error, nextLevel } = this.player.known();
    const n = this.isOver ? nextLevel : this.level;
    const values = { elo: strength(elo, error), games, n };
    const known = !games ? say('mine-first', values) : this.isOver ? say('mine-next', values) : say('mine', values);
    const parts = [this.player.isDamaged ? say('mine-damaged') : known];
    if (!this.isRated && !this.isOver) parts.push(say('unrated'));
    this.text.textContent = parts.join(' ');
    this.forget.hidden = !games && !this.player.isDamaged;
  }
}
