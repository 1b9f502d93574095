/* What the page of a report does: stepping, folding, arrows, dark and light. It
   is whole without. */
(() => {
'use strict';
const root = document.documentElement;
const all = (selector, within = document) =>
  [...within.querySelectorAll(selector)];
root.classList.add('live');

/* ---- dark and light ---- */

function toggleTheme() {
  const dark = root.dataset.theme ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

/* ---- an error's interleaving ---- */

const SVG = 'http://www.w3.org/2000/svg';

class Trace {
  constructor(section) {
    this.section = section;
    this.lanes = section.querySelector('.lanes');
    this.steps = all('.s', this.lanes);
    this.where = section.querySelector('.where');
    this.current = -1;
    this.index = new Map(this.steps.map((step, i) => [step.id, i]));
    this.prefix = 'e' + section.querySelector('[data-error]').dataset.error +
      's';
    this.arrows = document.createElementNS(SVG, 'svg');
    this.arrows.setAttribute('class', 'arrows');
    this.arrows.setAttribute('aria-hidden', 'true');
    this.lanes.append(this.arrows);
    this.gather();
    this.listen();
    for (const bar of all('.fold button', this.lanes))
      bar.setAttribute('aria-expanded', 'false');
    this.steps.forEach((step) => {
      step.querySelector('.box').tabIndex = -1;
    });
    const first = this.steps.find((step) => this.isVisible(step));
    if (first)
      first.querySelector('.box').tabIndex = 0;
    this.draw(null);
  }

  /* What comes right before each step: in its thread, and in others. */
  gather() {
    const last = new Map();

    this.before = this.steps.map((step, i) => {
      const lane = step.style.getPropertyValue('--l');
      const others = (step.dataset.after || '').split(' ').filter(Boolean)
        .map((number) => this.index.get(this.prefix + number))
        .filter((at) => at !== undefined);
      const own = last.get(lane);

      if (!step.classList.contains('bad') || own === undefined ||
          !this.steps[own].classList.contains('bad'))
        last.set(lane, i);
      return {own, others};
    });
  }

  isVisible(step) {
    return step.offsetParent !== null;
  }

  /* All that comes before it, or after it. */
  related(at) {
    const past = new Set([at]), future = new Set([at]);

    for (let i = at; i >= 0; i--)
      if (past.has(i))
        for (const j of [this.before[i].own, ...this.before[i].others])
          if (j !== undefined)
            past.add(j);
    for (let i = at + 1; i < this.steps.length; i++)
      if ([this.before[i].own, ...this.before[i].others]
          .some((j) => future.has(j)))
        future.add(i);
    return new Set([...past, ...future]);
  }

  raced(step) {
    const number = step.dataset.race;
    return number ? this.index.get(this.prefix + number) : undefined;
  }

  select(at, focus = true) {
    const step = this.steps[at];
    if (!step)
      return;
    const related = this.related(at);
    const raced = this.raced(step);

    active = this;
    this.current = at;
    this.section.classList.add('stepping');
    this.steps.forEach((other, i) => {
      other.classList.toggle('cur', i === at);
      other.classList.toggle('apart', !related.has(i) && i !== raced);
      other.querySelector('.box').tabIndex = i === at ? 0 : -1;
      if (i === at)
        other.setAttribute('aria-current', 'step');
      else
        other.removeAttribute('aria-current');
    });
    this.where.textContent = step.classList.contains('bad') ? 'the error'
      : 'step ' + step.querySelector('.n').textContent;
    if (focus)
      step.querySelector('.box').focus({preventScroll: true});
    if (focus)
      step.scrollIntoView({block: 'nearest', inline: 'nearest'});
    this.draw(at);
  }

  leave() {
    this.current = -1;
    this.section.classList.remove('stepping');
    this.steps.forEach((step) => step.classList.remove('cur', 'apart'));
    this.where.textContent = '';
    this.draw(null);
  }

  /* The next visible one in that direction; of one thread. */
  move(by, lane = null) {
    let at = this.current < 0 && by < 0 ? this.steps.length : this.current;

    for (at += by; this.steps[at]; at += by)
      if (this.isVisible(this.steps[at]) && (lane === null ||
          this.steps[at].style.getPropertyValue('--l') === lane)) {
        this.select(at);
        return;
      }
  }

  end(by) {
    this.current = by > 0 ? -1 : this.steps.length;
    this.move(by);
  }

  ownLane() {
    return this.current < 0 ? null
      : this.steps[this.current].style.getPropertyValue('--l');
  }

  /* ---- folding ---- */

  fold(button) {
    const open = button.getAttribute('aria-expanded') !== 'true';
    let item = button.closest('li').nextElementSibling;

    button.setAttribute('aria-expanded', String(open));
    this.lanes.classList.add('some'); /* lanes that were narrow have boxes */
    for (; item && item.classList.contains('in');
         item = item.nextElementSibling)
      item.classList.toggle('open', open);
    this.draw(this.current < 0 ? null : this.current);
  }

  foldAll() {
    const open = this.lanes.classList.toggle('all');

    this.section.querySelector('[data-do=fold]')
      .setAttribute('aria-pressed', String(open));
    for (const bar of all('.fold button', this.lanes))
      bar.setAttribute('aria-expanded', String(open));
    if (!open)
      all('.in', this.lanes).forEach((step) => step.classList.remove('open'));
    this.draw(this.current < 0 ? null : this.current);
  }

  reveal(step) {
    let bar = step;

    while (bar && !bar.classList.contains('fold'))
      bar = bar.previousElementSibling;
    if (!this.isVisible(step) && bar)
      this.fold(bar.querySelector('button'));
  }

  /* ---- arrows ---- */

  /* Of a step that is folded away: its bar. */
  boxOf(step) {
    while (step && !this.isVisible(step))
      step = step.previousElementSibling;
    return step && (step.querySelector('.box') || step);
  }

  place(box) {
    const outer = this.lanes.getBoundingClientRect();
    const inner = box.getBoundingClientRect();

    return {left: inner.left - outer.left, right: inner.right - outer.left,
            top: inner.top - outer.top, bottom: inner.bottom - outer.top};
  }

  path(d, name) {
    const path = document.createElementNS(SVG, 'path');

    path.setAttribute('d', d);
    path.setAttribute('class', name);
    this.arrows.append(path);
  }

  /* From the side of one box, down between the lanes, to the side of the other:
     none lies over a box. `nth` of several lies beside those before. */
  arrow(from, to, name, nth = 0) {
    const a = this.boxOf(from), b = this.boxOf(to);
    if (!a || !b || a === b)
      return;
    const p = this.place(a), q = this.place(b);
    const isBar = !a.classList.contains('box');
    const leftward = q.right < p.left + 8 && !isBar;
    const aside = q.left > p.right - 8 || leftward || isBar;
    const x = isBar ? null : leftward || !aside ? p.left : p.right;
    const end = leftward ? q.right : q.left;
    const gap = leftward ? q.right + 6 + 3 * nth
      : Math.min(aside ? q.left : Math.min(p.left, q.left), q.left) - 6 - 3 * nth;
    const y = isBar ? p.bottom
      : Math.min(p.bottom - 8, (p.top + p.bottom) / 2 + 5 * nth);
    const z = q.top + 14 + 6 * nth;
    const tip = leftward ? -1 : 1;

    this.path(`M${x === null ? gap : x} ${y}H${gap}V${z}H${end - 5 * tip}`,
              name);
    if (name === 'race' && aside)
      this.label(gap + 14, y + 18, 'not ordered');
    if (name !== 'race')
      this.path(`M${end - 7 * tip} ${z - 5}V${z + 5}L${end} ${z}Z`, 'tip');
  }

  label(x, y, words) {
    const text = document.createElementNS(SVG, 'text');

    text.setAttribute('x', x);
    text.setAttribute('y', y);
    text.textContent = words;
    this.arrows.append(text);
  }

  draw(at) {
    this.arrows.replaceChildren();
    this.steps.forEach((step) => {
      const raced = this.raced(step);
      if (raced !== undefined)
        this.arrow(this.steps[raced], step, 'race');
    });
    if (at === null || !this.steps[at])
      return;
    let nth = 0;
    for (const other of this.before[at].others)
      this.arrow(this.steps[other], this.steps[at], 'hb', nth++);
    this.before.forEach((before, i) => {
      if (before.others.includes(at))
        this.arrow(this.steps[at], this.steps[i], 'hb', nth++ % 4);
    });
  }

  /* ---- what it is told ---- */

  listen() {
    const at = (event) => {
      const step = event.target.closest('.s');
      return step ? this.steps.indexOf(step) : -1;
    };

    this.lanes.addEventListener('click', (event) => {
      const button = event.target.closest('.fold button');
      if (button)
        this.fold(button);
      else if (at(event) >= 0 && !event.target.closest('a'))
        this.select(at(event));
    });
    this.lanes.addEventListener('focusin', (event) => {
      if (at(event) >= 0 && at(event) !== this.current)
        this.select(at(event), false);
    });
    this.lanes.addEventListener('mouseover', (event) => {
      if (at(event) >= 0)
        this.draw(at(event));
    });
    this.lanes.addEventListener('mouseleave', () =>
      this.draw(this.current < 0 ? null : this.current));
    addEventListener('resize', () =>
      this.draw(this.current < 0 ? null : this.current));
    all('.overview rect', this.section).forEach((rect) =>
      rect.addEventListener('click', () => {
        const at = this.index.get(this.prefix + rect.dataset.step);
        if (at !== undefined) {
          this.reveal(this.steps[at]);
          this.select(at);
        }
      }));
  }
}

/* ---- keys ---- */

let active = null;
const traces = all('section.trace').map((section) => new Trace(section));
const help = document.getElementById('help');
active = traces[0] || null;

const actions = {
  next: (trace) => trace.move(1),
  back: (trace) => trace.move(-1),
  first: (trace) => trace.end(1),
  last: (trace) => trace.end(-1),
  right: (trace) => trace.move(1, trace.ownLane()),
  left: (trace) => trace.move(-1, trace.ownLane()),
  fold: (trace) => trace.foldAll(),
  leave: (trace) => trace.leave(),
};
const keys = {ArrowDown: 'next', j: 'next', ArrowUp: 'back', k: 'back',
              ArrowRight: 'right', ArrowLeft: 'left', Home: 'first',
              End: 'last', f: 'fold', Escape: 'leave'};

function act(name, trace) {
  if (name === 'theme')
    toggleTheme();
  else if (name === 'help')
    help.open ? help.close() : help.showModal();
  else if (trace)
    actions[name](trace);
}

document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-do]');
  const section = event.target.closest('section.trace');
  if (button)
    act(button.dataset.do,
        traces.find((trace) => trace.section === section) || active);
});

/* Up and down, where there is nothing to be stepped through, scroll. */
document.addEventListener('keydown', (event) => {
  const name = event.key === '?' ? 'help' : event.key === 't' ? 'theme'
    : keys[event.key];

  if (!name || event.ctrlKey || event.altKey || event.metaKey ||
      (help.open && name !== 'help'))
    return;
  if (name !== 'help' && name !== 'theme' && !active)
    return;
  event.preventDefault();
  act(name, active);
});

/* A link to a step that is folded away. */
function follow() {
  const step = location.hash &&
    document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const trace = step && traces.find((one) => one.steps.includes(step));

  if (trace) {
    trace.reveal(step);
    trace.select(trace.steps.indexOf(step));
  }
}
addEventListener('hashchange', follow);
follow();
})();
