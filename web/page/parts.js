'use strict';

// Elements of HTML and of SVG; `on…` are listeners, `text` is content.
function element(name, attributes = {}, ...children) {
  const made = name.startsWith('svg:')
    ? document.createElementNS('http://www.w3.org/2000/svg', name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'text') made.textContent = value;
    else made.setAttribute(key, value);
  }
  for (const child of children) {
    if (child !== null && child !== undefined) made.append(child);
  }
  return made;
}

// Puts these in the place of what an element holds; not as the arguments of one call, which
// takes only so many.
function refill(host, nodes) {
  host.replaceChildren();
  for (const node of nodes) host.append(node);
}

// The least and the most of some numbers.
function extent(numbers) {
  let [least, most] = [Infinity, -Infinity];
  for (const n of numbers) {
    if (n < least) least = n;
    if (n > most) most = n;
  }
  return [least, most];
}

// The texts of the page's language; `{name}` stands for a value, `{name|move|moves}` for the word
// that belongs to a number.
const texts = JSON.parse(document.getElementById('texts').textContent);
function say(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (hole, name, one, more) => {
    if (!(name in values)) return hole;
    return one === undefined ? values[name] : String(values[name]) === '1' ? one : more;
  });
}

// A mean in percent, or a dash where no move is judged.
const percentText = (mean) => (mean === null ? '–' : `${mean.toFixed(1)} %`);

// The name of an opening by its key; nothing for an opening without one.
const openingName = (key) => (key ? say(`opening.by.${key}`) : '');

// Scrolls a list so that one of its entries can be seen, and nothing else.
function reveal(list, entry) {
  if (!entry) return;
  const [top, bottom] = [entry.offsetTop - list.offsetTop, entry.offsetTop - list.offsetTop + entry.offsetHeight];
  const offset = getComputedStyle(list).position === 'static' ? 0 : list.offsetTop;
  if (top + offset < list.scrollTop) list.scrollTop = top + offset;
  else if (bottom + offset > list.scrollTop + list.clientHeight) list.scrollTop = bottom + offset - list.clientHeight;
}

const data = () => JSON.parse(document.getElementById('data').textContent);

// While the work goes on its page is written again, and loads itself again unless somebody is
// busy with it. When no new one has come for a long time it stops that and says so.
function keepLoading({ reload, written, patience }, isBusy, note) {
  if (!reload) return;
  let timer = 0;
  const look = (isFirst) => {
    if (Date.now() / 1000 > written + patience) {
      clearInterval(timer);
      note.textContent = say('given-up', { time: new Date(1000 * written).toLocaleString(document.documentElement.lang) });
    } else if (!isFirst && !isBusy()) location.reload();
  };
  timer = setInterval(look, 1000 * reload);
  look(true);
}

// How far the work is: `3 of 9 games so far`, or nothing when all is done.
function progressText({ reload, interrupted, wanted }, games) {
  if (reload) return say('so-far', { n: games, count: wanted });
  return interrupted ? say('interrupted', { n: games, count: wanted }) : '';
}
