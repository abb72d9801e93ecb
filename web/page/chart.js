'use strict';

// A chart of lines. `series` have `values` (null for none), a `color` and, if wanted,
// `low` and `high` for a band, or `dots`; `levels` are lines across; `marks` are
// dots with a `title`; `pick(index)` makes the chart clickable.
class Chart {
  constructor(host, options) {
    this.host = host;
    host.classList.add('chart');
    host.classList.toggle('still', !options.pick);
    this.set(options);
    new ResizeObserver(() => this.draw()).observe(host);
  }

  set(options) {
    this.options = { height: 170, marks: [], levels: [], series: [], labels: [], ...options };
    this.draw();
  }

  draw() {
    const { height, series, levels, marks, low, high, pick, format, x, xLabel } = this.options;
    const width = Math.max(240, this.host.clientWidth);
    const [left, right, top, bottom] = [38, 8, 8, 20];
    const last = Math.max(1, x.length - 1);
    const [first, end] = [x[0] ?? 0, x[last] ?? 1];
    const atX = (i) => left + ((x[i] - first) / Math.max(1e-9, end - first)) * (width - left - right);
    const atY = (value) => top + ((high - Math.max(low, Math.min(high, value))) / (high - low || 1)) * (height - top - bottom);
    this.atX = atX;
    const svg = element('svg:svg', { viewBox: `0 0 ${width} ${height}`, height, role: 'img' });
    for (const { at, color, label } of levels) {
      svg.append(element('svg:line', { x1: left, x2: width - right, y1: atY(at), y2: atY(at),
        stroke: color ?? 'var(--rule)', 'stroke-dasharray': color ? '5 4' : null }),
      element('svg:text', { x: left - 6, y: atY(at) + 4, 'text-anchor': 'end', text: label ?? format(at) }));
    }
    for (const { values, low: lows, high: highs, color, fill, dots } of series) {
      if (lows) {
        const ends = values.map((_, i) => i).filter((i) => lows[i] !== null && highs[i] !== null);
        const edge = ends.map((i) => `${atX(i)} ${atY(highs[i])}`)
          .concat(ends.slice().reverse().map((i) => `${atX(i)} ${atY(lows[i])}`));
        if (ends.length > 1) svg.append(element('svg:path', { d: `M${edge.join('L')}Z`, fill: color, 'fill-opacity': .16 }));
      }
      const points = values.map((value, i) => (value === null ? null : `${atX(i)} ${atY(value)}`)).filter(Boolean);
      if (fill !== undefined && points.length > 1) {
        svg.append(element('svg:path', { fill: color, 'fill-opacity': .18,
          d: `M${atX(0)} ${atY(fill)}L${points.join('L')}L${atX(values.length - 1)} ${atY(fill)}Z` }));
      }
      // Lines of no length with round ends: one element for all dots, however many there are.
      if (dots && points.length) svg.append(element('svg:path', { d: points.map((point) => `M${point}h0`).join(''), stroke: color, 'stroke-width': 4, 'stroke-linecap': 'round', 'stroke-opacity': .6 }));
      else if (points.length) svg.append(element('svg:path', { d: `M${points.join('L')}`, fill: 'none', stroke: color, 'stroke-width': 1.8, 'stroke-linejoin': 'round' }));
    }
    this.cursor = element('svg:line', { y1: top, y2: height - bottom, stroke: 'var(--accent)', 'stroke-width': 1.5, visibility: 'hidden' });
    svg.append(this.cursor);
    for (const { at, y, color, title } of marks) {
      svg.append(element('svg:circle', { cx: atX(at), cy: atY(y), r: 4, fill: color, stroke: 'var(--card)', 'stroke-width': 1 },
        element('svg:title', { text: title })));
    }
    svg.append(element('svg:text', { x: left, y: height - 4, text: String(first) }),
      element('svg:text', { x: width - right, y: height - 4, 'text-anchor': 'end', text: xLabel ? `${xLabel} ${end}` : String(end) }));
    if (pick) {
      svg.addEventListener('click', (event) => {
        const box = svg.getBoundingClientRect();
        const share = ((event.clientX - box.left) / box.width * width - left) / (width - left - right);
        pick(Math.max(0, Math.min(x.length - 1, Math.round(share * last))));
      });
    }
    this.host.replaceChildren(svg);
    this.point(this.index);
  }

  // Puts the cursor on an entry.
  point(index) {
    this.index = index;
    if (index === undefined) return;
    const x = this.atX(index);
    for (const name of ['x1', 'x2']) this.cursor.setAttribute(name, x);
    this.cursor.setAttribute('visibility', 'visible');
  }
}

const legend = (entries) => element('div', { class: 'legend' }, ...entries.map(([color, text]) =>
  element('span', {}, element('i', { style: `background:${color}` }), text)));
