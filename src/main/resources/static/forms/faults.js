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
  const first = firstFault(fields) ?? box.firstChild;
  for (let folded = first.closest('details'); folded; folded = folded.parentElement.closest('details')) folded.open = true;
  first.focus({ preventScroll: true });
  first.scrollIntoView({ block: 'center' });
}

/** The first input on the page that has something wrong. */
function firstFault(fields) {
  const [marked] = fields.map(one => one.part.element).filter(one => one.matches('.has-error') || one.querySelector('.has-error'))
    .sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1);
  return marked?.querySelector('.has-error :is(input, select, textarea)') ?? marked?.querySelector('input, select, textarea');
}

/** "plan.steps[0].text: has to be …" is about the text of the first step; so is "plan: steps[0].text: has to be …". */
function split(field, message) {
  let text = message;
  let path = [];
  for (let place; (place = /^([\w$.\[\]-]+): (.*)$/s.exec(text)) && path.length < 20; text = place[2]) {
    path.push(...place[1].replace(/\[(\d+)\]/g, '.$1').split('.').filter(part => part && part !== '$'));
  }
  if (path[0] === field) path = path.slice(1);
  return { path, text: said(text.replace(new RegExp('^' + field + ' '), '')) };
}

/** The server's reason as it is said to somebody who sees the field. */
function said(text) {
  if (text === 'at least 1 entries are needed, this has 0') return 'At least one is needed.';
  if (/(^| )(is )?required( for '[^']*')?$/.test(text)) return 'This is needed.';
  const [, type] = /^has to be of type (integer|number), /.exec(text) ?? [];
  if (type) return type === 'integer' ? 'This has to be a whole number.' : 'This has to be a number.';
  return text.charAt(0).toUpperCase() + text.slice(1);
}
