import { el } from '../forms/dom.js';
import { ask } from './dialogs.js';

/** Where the browser remembers that somebody does not want single keys to do anything; speech input may type them by mistake. */
const OFF = 'baton-keys-off';
const PLACES = { n: '/', t: '/tasks', a: '/agents', f: '/flow', l: '/lifecycles' };
const HELP = [['/', 'Find a task'], ['c', 'New task'], ['j, k', 'Next, previous task of the page'], ['x', 'Select the task in the list'],
  ['g n, g t, g a, g f, g l', 'Go to Now, Tasks, Agents, Flow, Lifecycles'], ['?', 'This list']];
const ITEMS = 'main .waiting article h2 a, main tbody .title a, main .column .card .clamp a';

const off = () => localStorage.getItem(OFF) !== null;
let going = 0;

/** Single keys for people who work with these pages all day; they do nothing where one types. */
export function keys(go) {
  document.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select, dialog')) return;
    if (event.key !== '?' && off()) return;
    const went = going > Date.now();
    going = event.key === 'g' ? Date.now() + 1500 : 0;
    const action = went && PLACES[event.key] ? () => go(PLACES[event.key]) : actions[event.key];
    if (action) {
      event.preventDefault();
      action(go);
    }
  });
}

const actions = {
  '/': () => document.querySelector('.find input').focus(),
  '?': help,
  c: go => go('/new'),
  j: () => step(1),
  k: () => step(-1),
  x: () => document.activeElement?.closest('tr')?.querySelector('input[type=checkbox]')?.click()
};

function step(by) {
  const items = [...document.querySelectorAll(ITEMS)];
  const at = items.indexOf(document.activeElement);
  const next = items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'center' });
}

/** What there is, and a way to turn it off. */
export async function help() {
  const use = el('input', { type: 'checkbox', id: 'use-keys' });
  use.checked = !off();
  const done = await ask({
    title: 'Keys', action: 'Done', value: () => ({ use: use.checked }),
    content: el('div', {}, el('dl', { class: 'facts keys' }, HELP.flatMap(([key, text]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, text)])),
      el('p', { class: 'check' }, use, el('label', { for: 'use-keys' }, 'Use these keys')))
  });
  if (done?.use) localStorage.removeItem(OFF);
  else if (done) localStorage.setItem(OFF, 'yes');
}
