'use strict';

const kindNames = (kinds = []) => kinds.map((kind) => say(`kind.by.${kind}`)).join(' · ');

// The time of a move, what a side's moves took, and the estimate of its level; nothing where
// nothing is known.
const timeText = ({ time }) => (time ? [time.took === undefined ? '' : say('took', { n: time.took }), time.left === undefined ? '' : say('left', { n: time.left })].filter(Boolean).join(', ') : '');

function clockText({ time }) {
  if (!time) return '';
  const values = { total: time.seconds.toFixed(0), mean: (time.seconds / Math.max(1, time.moves)).toFixed(1), n: time.in_trouble, bad: time.bad_in_trouble };
  return time.in_trouble ? say('time-trouble', values) : say('time-spent', values);
}

function levelText({ level, moves }) {
  if (level === undefined || !moves) return '';
  return level ? say('level-estimate', { ...level, level: level.level.toFixed(0) }) : say('no-level');
}

// What recurs in the games of a player: by phase, colour and opening, by the kind of mistake,
// and which mates and tactics were missed. `go(game, ply)` shows a place of it.
class Habits {
  constructor(host, players, go) {
    Object.assign(this, { host, players, go });
    this.who = element('select', { id: 'who', 'aria-label': say('habits-who'), onchange: () => this.fill() },
      ...players.map(({ name, games }, i) => element('option', { value: i, text: `${name} (${games})` })));
    this.body = element('div', { class: 'habits' });
    // Of one player, who was asked for or alone has several games, it is what is wanted first.
    const isOpen = players.length === 1;
    host.append(element('details', { open: isOpen ? '' : null }, element('summary', {}, element('h2', { text: say('habits') })),
      isOpen ? '' : element('p', { class: 'filters' }, this.who), this.body));
    this.fill();
  }

  fill() {
    const player = this.players[Number(this.who.value) || 0];
    const [won, drawn, lost] = player.results;
    const lists = [['kinds', 'kind.by.'], ['missed', 'pattern.by.'], ['allowed', 'pattern.by.']].filter(([key]) => player[key].length);
    this.body.replaceChildren(
      element('p', {}, element('b', { text: player.name }), ` ${say('habits-head', { ...player, won, drawn, lost, accuracy: percentText(player.accuracy) })}`),
      element('p', { class: 'estimate', text: levelText(player) }),
      element('div', { class: 'wide' }, this.parts(player)),
      element('div', { class: 'recurring' }, ...lists.map(([key, names]) => this.list(say(`habits.by.${key}`), player[key], names))));
  }

  parts({ phases, colors, openings }) {
    const rows = [...phases.map((part) => [say(`phase.by.${part.key}`), part]), ...colors.map((part) => [say(part.key), part]),
      ...openings.slice(0, 8).map((part) => [openingName(part.key), part])];
    const heads = [say('habits-part'), say('games'), say('head-moves'), say('head-accuracy'), say('head-chance'), say('habits-bad'), say('habits-rate')];
    return element('table', {}, element('tr', {}, ...heads.map((text, i) => element('th', { class: i ? 'number' : '', text }))),
      ...rows.map(([name, { games, moves, accuracy, loss_chance: loss, bad }]) => element('tr', {}, element('td', { text: name }),
        ...[games, moves, percentText(accuracy), percentText(loss), bad, (100 * bad / Math.max(1, moves)).toFixed(1)].map((text) => element('td', { class: 'number', text })))));
  }

  // How often something happened, with a button to each place.
  list(heading, found, names) {
    const most = 40;
    return element('div', {}, element('h2', { text: heading }), ...found.map(({ key, places }) => element('details', { 'data-key': key },
      element('summary', {}, `${say(names + key)} `, element('b', { text: places.length })),
      element('p', { class: 'filters' }, ...places.slice(0, most).map(([game, ply]) => element('button', { text: `${game + 1}.${ply + 1}`, onclick: () => this.go(game, ply) }))))));
  }
}
