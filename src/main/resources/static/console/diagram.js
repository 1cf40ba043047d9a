import { el, words } from '../forms/dom.js';
import { span } from './parts.js';
import { draw } from './drawing.js';

const drawings = new Map();

/** The text of a diagram; versions never change, so each is asked for once. */
export async function bpmn(key, version) {
  const address = `/api/lifecycles/${encodeURIComponent(key)}/bpmn${version ? '?version=' + version : ''}`;
  if (!drawings.has(address)) {
    const answer = await fetch(address, { headers: { 'X-Requested-With': 'XMLHttpRequest' } });
    if (!answer.ok) throw new Error('The diagram could not be loaded');
    const text = await answer.text();
    if (!version) return text;
    drawings.set(address, text);
  }
  return drawings.get(address);
}

/** A picture of a lifecycle in which tasks, counts or changes can be marked. */
export function diagram(key, version) {
  const element = el('div', { class: 'picture', tabindex: 0, role: 'group', 'aria-label': 'Diagram' });
  const ready = bpmn(key, version).then(text => {
    const drawing = draw(text);
    element.replaceChildren(drawing.svg);
    return drawing;
  }).catch(error => element.replaceChildren(el('p', { class: 'hint' }, error.message)));
  return {
    element, ready,
    mark: (task, history) => ready.then(drawing => drawing && markPath(drawing, task, history)),
    close: () => {}
  };
}

/** The token at the present state, and the way it came; the times are shown on hover. */
function markPath(drawing, task, history) {
  drawing.clear();
  const times = new Map();
  let last;
  for (const step of history) {
    for (const id of step.path ?? []) times.set(id, [...times.get(id) ?? [], `${new Date(step.at).toLocaleString()} · ${step.actor}`]);
    const here = (step.path ?? []).filter(id => drawing.states.get(id) === task.state).at(-1);
    last = here ?? last;
  }
  for (const [id, when] of times) {
    drawing.mark(id, 'passed');
    drawing.hover(id, when.slice(-5).join('\n'));
  }
  const nodes = [...drawing.states].filter(([, state]) => state === task.state).map(([id]) => id);
  for (const id of last ? [last] : nodes) drawing.mark(id, task.active ? 'token' : /fail|cancel|stopp/i.test(task.state) || task.abandonedAt ? 'ended-badly' : 'ended');
  const stay = task.active ? `, for ${span(Date.now() - Date.parse(task.stateEnteredAt))}` : '';
  centre(drawing.svg);
  drawing.describe(`The lifecycle's diagram; the task is in ${words(task.state)}${stay}`);
}

/** Brings the token into view where the picture is wider than its place. */
function centre(svg) {
  const token = svg.querySelector('.token, .ended, .ended-badly');
  const place = svg.parentElement;
  if (token && place) place.scrollLeft += token.getBoundingClientRect().left - place.getBoundingClientRect().left - place.clientWidth / 2;
}
