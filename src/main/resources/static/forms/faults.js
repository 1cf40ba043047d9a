import { el } from './dom.js';

/** Takes back what an earlier answer said about the fields. */
export function clear(form, box) {
  box.replaceChildren();
  form.fields().forEach(part => part.clear());
}

/** Shows the server's reasons, each at its field; those that belong to none above the form. The first one gets the focus. */
export function refuse(form, box, problem) {
  const fields = form.fields();
  const loose = [];
  for (const { field, message } of problem?.errors ?? []) {
    const part = fields.find(one => one.name === field);
    const { path, text } = split(field, message);
    if (part) part.fault(path, text);
    else loose.push(message);
  }
  const found = (problem?.errors ?? []).length - loose.length;
  const reasons = loose.length || found ? loose : [problem?.detail ?? 'The server gave no reason'];
  box.replaceChildren(el('div', { class: 'baton-refused', role: 'alert', tabindex: -1 },
    el('strong', {}, 'This was refused and nothing has changed.'),
    reasons.map(reason => el('div', {}, reason)),
    found ? el('div', {}, 'Look at the marked fields.') : null));
  const marked = fields.map(one => one.part.element).find(one => one.matches('.has-error') || one.querySelector('.has-error'));
  const first = marked?.querySelector('.has-error :is(input, select, textarea)') ?? marked?.querySelector('input, select, textarea');
  (first ?? box.firstChild).focus({ preventScroll: true });
  (first ?? box.firstChild).scrollIntoView({ block: 'center' });
}

/** "plan.steps[0].text: has to be …" is about the text of the first step; so is "plan: steps[0].text: has to be …". */
function split(field, message) {
  let text = message;
  let path = [];
  for (let place; (place = /^([\w$.\[\]-]+): (.*)$/s.exec(text)) && path.length < 20; text = place[2]) {
    path.push(...place[1].replace(/\[(\d+)\]/g, '.$1').split('.').filter(part => part && part !== '$'));
  }
  if (path[0] === field) path = path.slice(1);
  if (text === 'at least 1 entries are needed, this has 0') text = 'At least one is needed.';
  return { path, text: / (is )?required( for '[^']*')?$/.test(text) ? 'This is needed.' : text.replace(new RegExp('^' + field + ' '), '') };
}
