import { reading } from '/forms/reading.js';
import { title } from '/forms/dom.js';
import { html, nothing } from './lit.js';

const MOST = 400;

/** What changed between the last two rounds of a document that was sent several times. */
export function comparison(history, lifecycle) {
  const rounds = new Map();
  for (const step of history) {
    for (const name of ['deliverable', 'result', 'workPlan', 'plan']) {
      if (step.kind !== 'edit' && step.payload?.[name] !== undefined) rounds.set(name, [...rounds.get(name) ?? [], step.payload[name]]);
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
  if (typeof value === 'string') return value.split('\n').slice(0, MOST);
  const shown = reading(value);
  return shown ? JSON.stringify(value, null, 1).split('\n').map(line => line.replace(/^(\s*)"(\w+)": /, '$1$2: ').replace(/[",]+$/, '').replace(/: "/, ': '))
    .filter(line => !/^\s*[\[\]{}],?$/.test(line)).slice(0, MOST) : [];
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
