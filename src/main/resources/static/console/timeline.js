import { actionOf, title, words } from '../forms/dom.js';
import { reading } from '../forms/reading.js';
import { html, nothing, repeat } from './lit.js';
import { ago, usd } from './parts.js';

/** Lists that grow with a task, and how to say what an entry is. */
const RECORDS = {
  messages: one => [one.role ? words(one.role) + ' message' : 'Message', { text: one.content ?? one.text ?? one }],
  comments: one => ['Comment', { text: one.text ?? one.comment ?? one.value }],
  runs: one => [[`Run${one.tool ? ' of ' + one.tool : ''} ${one.outcome === 'failed' ? 'failed' : 'done'}`, one.costUsd === undefined ? '' : usd(one.costUsd), one.tokens ? one.tokens.toLocaleString('en') + ' tokens' : ''].filter(Boolean).join(', '), null],
  handovers: one => ['Handed over', one]
};

/** Steps, messages, runs and comments of a task in one list, the newest first. A comment with a kind came with a step and is shown there. */
export function entries(task, history, lifecycle, { hideReviews }) {
  const steps = history.map(step => ({
    key: 'step-' + step.number, at: step.at, by: step.actor, for: step.onBehalfOf,
    what: described(step, lifecycle), payload: hideReviews && step.trigger === 'submit-review' ? null : step.payload,
    kind: step.kind === 'actor' ? '' : step.kind === 'error' || /fail/.test(step.to ?? '') ? 'bad' : 'quiet'
  }));
  const records = Object.entries(RECORDS).flatMap(([name, describe]) => (task.data[name] ?? []).filter(one => name !== 'comments' || !one.kind).map((one, i) => {
    const { at, by, ...rest } = one;
    const [what, payload] = describe(rest);
    return { key: name + at + i, at, by, what, payload, kind: one.outcome === 'failed' ? 'bad' : 'quiet' };
  }));
  return once([...steps.reverse(), ...records].sort((a, b) => b.at < a.at ? -1 : b.at > a.at ? 1 : 0));
}

/** What repeats itself without saying anything new is one entry. */
function once(list) {
  const found = [];
  for (const one of list) {
    const last = found.at(-1);
    if (last && last.what === one.what && last.by === one.by && !content(one) && !content(last)) Object.assign(last, { times: (last.times ?? 1) + 1, first: one.at });
    else found.push({ ...one });
  }
  return found;
}

const content = entry => entry.payload && Object.keys(entry.payload).length > 0;

function described(step, lifecycle) {
  if (step.kind === 'edit') {
    return 'Changed ' + Object.keys(step.payload ?? {}).filter(name => step.payload[name] && typeof step.payload[name] === 'object').map(words).join(', ').toLowerCase();
  }
  const trigger = step.trigger ? actionOf(step, lifecycle) : { timer: 'Time ran out', error: 'Failed', automatic: 'By itself' }[step.kind] ?? words(step.kind);
  if (!step.from) return 'Created: ' + words(step.to);
  return step.from === step.to ? trigger : `${trigger}: ${words(step.from)} → ${words(step.to)}`;
}

export function timeline(list, lifecycle) {
  return html`<ol class="timeline" reversed>${repeat(list, one => one.key, one => html`<li class=${one.kind}>
    <strong>${one.what}</strong> <div class="at">${one.by}${one.for ? ' for ' + one.for : nothing} · ${ago(one.at)}${one.times ? html`, ${one.times} times, the first ${ago(one.first)}` : nothing}</div>
    ${details(one, lifecycle)}</li>`)}</ol>`;
}

/** Short things at once, long ones folded; elements are made once for each entry. */
const made = new Map();

function details(entry, lifecycle) {
  if (!content(entry)) return nothing;
  const id = entry.key + entry.at + entry.by;
  if (!made.has(id)) {
    if (made.size > 2000) made.clear();
    made.set(id, Object.keys(entry.payload).length === 1 && entry.payload.text ? reading(entry.payload.text) : reading(entry.payload, { properties: lifecycle?.schemas ?? {} }));
  }
  const shown = made.get(id);
  if (!shown) return nothing;
  return JSON.stringify(entry.payload).length > 300
    ? html`<details><summary class="hint">${Object.keys(entry.payload).map(name => title(lifecycle?.schemas[name], name)).join(', ')}</summary>${shown}</details>` : shown;
}
