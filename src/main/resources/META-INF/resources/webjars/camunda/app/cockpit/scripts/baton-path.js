// The way that a task has taken, drawn on a diagram of Cockpit.
import { get } from '/forms/api.js';
import { words } from '/forms/dom.js';

const MARKER = 'baton-travelled';
const drawn = new WeakMap();

/** The elements that a task has passed, each with what happened there and when. */
export async function travelled(id) {
  const history = await get(`/tasks/${encodeURIComponent(id)}/history`);
  const passed = new Map();
  for (const step of history) {
    const text = `${new Date(step.at).toLocaleString()}: ${words(step.trigger ?? 'by itself')} by ${step.actor}`;
    for (const element of step.path) {
      passed.set(element, [...passed.get(element) ?? [], text]);
    }
  }
  return passed;
}

/** Marks the elements, and says on hovering when they were passed; what was drawn before goes. */
export function draw(viewer, passed) {
  const canvas = viewer.get('canvas');
  const elements = viewer.get('elementRegistry');
  for (const id of drawn.get(viewer) ?? []) {
    if (elements.get(id)) {
      canvas.removeMarker(id, MARKER);
      elements.getGraphics(id).querySelector(':scope > title')?.remove();
    }
  }
  const found = [...passed.keys()].filter(id => elements.get(id));
  for (const id of found) {
    canvas.addMarker(id, MARKER);
    const title = document.createElementNS('http://www.w3.org/2000/svg', 'title');
    title.textContent = passed.get(id).join('\n');
    elements.getGraphics(id).prepend(title);
  }
  drawn.set(viewer, found);
}
