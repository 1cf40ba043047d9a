import { el, words } from '../forms/dom.js';
import { reading } from '../forms/reading.js';

const TEXTS = ['question', 'reason', 'text', 'feedback', 'error', 'clarification', 'decisionNote', 'fixes', 'description', 'inputText'];

/** What there is to judge, where nobody asked in words. */
const WORK = ['deliverable', 'result'];

/** The name of the document that is shown with a step because there is nothing else to judge. */
export function judged(step, task) {
  return TEXTS.some(one => step.payload?.[one]) ? undefined : WORK.find(one => task.data[one] && !(one in (step.payload ?? {})));
}

/** What several people have said in parts of their own, when the step was the last of these parts. */
export function parts(step, lifecycle, task) {
  const left = step.from === step.to ? undefined : lifecycle.states?.find(one => one.name === step.from)?.parts;
  return (left?.blind ?? []).filter(name => Array.isArray(task.data[name]) && task.data[name].length);
}

/** The records of the last round, without what the list itself says. */
function lastRound(records) {
  return records.filter(one => one.round === records.at(-1).round).map(({ round, at, by, ...said }) => said);
}

const names = value => Array.isArray(value) && value.every(one => typeof one === 'string' && !/\s/.test(one));

/** What somebody asked or said with the step that led to the present state: its text first, then the rest. */
export function question(step, lifecycle, task) {
  const together = parts(step, lifecycle, task);
  const { risk, cause, ...payload } = together.length ? Object.fromEntries(together.map(name => [name, lastRound(task.data[name])])) : step.payload ?? {};
  const name = TEXTS.find(one => typeof payload[one] === 'string' && payload[one].trim());
  const { [name]: text, ...rest_ } = payload;
  const others = Object.fromEntries(Object.entries(rest_).filter(([, value]) => !names(value))); // who was chosen is said elsewhere
  const work = text ? undefined : judged(step, task);
  const said = Object.fromEntries(together.map(name => [name, { items: { properties: lifecycle.schemas } }]));
  const rest = reading(work ? { ...others, [work]: task.data[work] } : others, { properties: { ...lifecycle.schemas, ...said } });
  if (!text && !rest && !risk) return null;
  return el('div', {}, text ? el('div', { class: 'question' }, reading(text)) : null, risk ? el('span', { class: 'chip ' + colour(risk) }, 'Risk ' + words(risk).toLowerCase()) : null, rest);
}

/** Shows as much of a long content as leaves the decision on the screen, and the rest on demand. */
export function folded(content) {
  if (!content) return null;
  const place = el('div', { class: 'fold' }, content);
  const all = el('button', { type: 'button', class: 'btn btn-sm', hidden: true, 'aria-expanded': 'false', click: () => {
    const open = place.classList.toggle('open');
    all.textContent = open ? 'Show less' : 'Show all';
    all.setAttribute('aria-expanded', String(open));
  } }, 'Show all');
  new ResizeObserver(() => {
    const cut = place.classList.contains('open') || place.scrollHeight > place.clientHeight + 4;
    place.classList.toggle('cut', cut);
    all.hidden = !cut;
  }).observe(content);
  return el('div', {}, place, all);
}

export const colour = risk => ({ RED: 'bad', YELLOW: 'warn' })[risk] ?? 'ok';
