'use strict';

// The classes of moves, in the order of the report; how bad ones are marked, and the others.
const CLASSES = ['best', 'excellent', 'good', 'only', 'book', 'inaccuracy', 'mistake', 'blunder', 'missed-win'];
const MARKS = { inaccuracy: '?!', mistake: '?', blunder: '??' };
const SIGNS = { best: '★', excellent: '✦', good: '✓', only: '!', book: '≡', inaccuracy: '?!', mistake: '?', blunder: '??', 'missed-win': '✗' };
const className = ({ class: name, grade }) => (name ?? grade ? say(`class.by.${name ?? grade}`) : '');

// A move's class as a sign, which says its name when it is pointed at.
function classSign(played) {
  const name = played.class ?? played.grade;
  return name ? element('b', { class: `sign ${name}`, text: SIGNS[name], title: className(played) }) : null;
}

// Names of mates and tactics, by their keys.
const patternNames = (keys = []) => keys.map((key) => say(`pattern.by.${key}`)).join(' · ');

// How many moves each side has of each class, and what the classes mean.
function classTable(sides) {
  const heads = [say('head-class'), ...sides.map(([name]) => name), say('head-rule')];
  return element('table', { id: 'classes' }, element('tr', {}, ...heads.map((text, i) => element('th', { class: i && i <= sides.length ? 'number' : '', text }))),
    ...CLASSES.map((name) => element('tr', {}, element('td', {}, element('b', { class: `sign ${name}`, text: SIGNS[name] }), ` ${say(`class.by.${name}`)}`),
      ...sides.map(([, side]) => element('td', { class: 'number', text: side.classes?.[name] ?? '' })),
      element('td', {}, element('small', { text: say(`class-rule.by.${name}`) })))));
}
