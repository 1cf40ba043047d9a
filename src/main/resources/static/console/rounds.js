import { title, words } from '../forms/dom.js';
import { html, nothing } from './lit.js';

const MOST = 400;

/** What changed between the last two rounds of a document of the task that was sent several times, for those that are wanted. */
export function comparison(history, lifecycle, task, wanted) {
  const rounds = new Map();
  for (const step of history) {
    for (const name of ['deliverable', 'result', 'workPlan', 'plan']) {
      if (wanted(name) && task.data[name] !== undefined && step.kind !== 'edit' && step.payload?.[name] !== undefined) rounds.set(name, [...rounds.get(name) ?? [], step.payload[name]]);
    }
  }
  return [...rounds].filter(([, list]) => list.length > 1).map(([name, list]) => {
    const lines = difference(text(list.at(-2)), text(list.at(-1)));
    return lines.some(([mark]) => mark !== ' ') ? html`<details><summary>${title(lifecycle.schemas[name], name)}: round ${list.length} against round ${list.length - 1}</summary>
      <pre class="difference">${lines.map(([mark, line]) => html`<span class=${mark === '+' ? 'added' : mark === '-' ? 'gone' : ''}>${mark} ${line}\n</span>`)}</pre></details>` : nothing;
  });
}

/** A document as lines that people can compare. */
function text(value) {
  return lines(value).slice(0, MOST);
}

function lines(value, indent = '') {
  if (typeof value === 'string') return value.split('\n').map(line => indent + line);
  if (value === null || typeof value !== 'object') return [indent + value];
  const list = Array.isArray(value);
  return Object.entries(value).flatMap(([name, part]) => {
    const below = lines(part, indent + '  ');
    if (below.length === 1) return [indent + (list ? '- ' : words(name) + ': ') + below[0].trim()];
    return [indent + (list ? '-' : words(name) + ':'), ...below];
  });
}

/** The longest common lines stay, others are marked + or -. */
function difference(before, after) {
  const longest = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      longest[i][j] = before[i] === after[j] ? longest[i + 1][j + 1] + 1 : Math.max(longest[i + 1][j], longest[i][j + 1]);
    }
  }
  const lines = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) lines.push([' ', before[i++], j++]);
    else if (j < after.length && (i === before.length || longest[i][j + 1] >= longest[i + 1][j])) lines.push(['+', after[j++]]);
    else lines.push(['-', before[i++]]);
  }
  return lines;
}
