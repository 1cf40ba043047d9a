import { el, newId, title as labelOf } from '../forms/dom.js';
import { moveForm } from './move-form.js';

const entered = dialog => JSON.stringify([...dialog.querySelectorAll('input, textarea, select')].map(one => one.type === 'checkbox' ? one.checked : one.value));
const before = new WeakMap();
const changed = dialog => entered(dialog) !== before.get(dialog);

/** Whether somebody has typed into a dialog that is open. */
export const answering = () => [...document.querySelectorAll('dialog[open]')].some(changed);

/** For a page that is left, with the dialogs that ask about it. */
export function closeDialogs() {
  document.querySelectorAll('dialog[open]').forEach(dialog => dialog.close());
}

/**
 * Asks in a dialog of the page, in which the focus stays until it is answered.
 *
 * @param check says what is wrong with the answer, or nothing; the dialog stays open then
 * @return what value() says, or null if the person does not want to
 */
export function ask({ title, text, content, action, danger, value = () => true, check = () => null, focus }) {
  const id = newId();
  const fault = el('div', { class: 'baton-fault', role: 'alert', hidden: true });
  const agree = el('button', { class: danger ? 'btn btn-primary btn-danger' : 'btn btn-primary' }, action);
  let answer = null;
  const dialog = el('dialog', { 'aria-labelledby': id },
    el('form', { method: 'dialog', novalidate: true, submit: event => {
      const wrong = check(value());
      if (!wrong) {
        answer = value();
        return;
      }
      event.preventDefault();
      fault.textContent = wrong;
      fault.hidden = false;
      focus?.focus();
    } },
    el('h2', { id }, title), text ? el('p', {}, text) : null, content ?? null, fault,
    el('div', { class: 'btns' }, agree, el('button', { type: 'button', class: 'btn', click: () => dialog.close() }, 'Not now'))));
  document.body.append(dialog);
  return new Promise(resolve => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.addEventListener('cancel', event => { // the key Escape, which one presses by mistake
      if (!changed(dialog) || dialog.dataset.warned) return;
      event.preventDefault();
      dialog.dataset.warned = 'yes';
      fault.textContent = 'What you typed is not sent. Press Escape again to drop it.';
      fault.hidden = false;
    });
    dialog.showModal();
    before.set(dialog, entered(dialog));
    (focus ?? agree).focus();
  });
}

/** Asks for one line of text. */
export function askText({ label, initial = '', required = false, maxlength = 1000, ...rest }) {
  const input = el('input', { class: 'form-control', id: newId(), value: initial, maxlength, autocomplete: 'off' });
  input.select();
  return ask({
    ...rest, focus: input, value: () => input.value.trim(),
    content: el('div', { class: 'baton-field' }, el('label', { for: input.id }, label, required ? '' : el('small', {}, ' optional')), input),
    check: text => required && !text ? 'This is needed.' : rest.check?.(text)
  });
}

/** Asks for what a move needs, and whether it shall be done; the payload, or null. */
export function askMove(option, { title, text, action, danger }) {
  const form = moveForm(option.artifacts);
  return ask({
    title, text, action, danger, content: form.element, value: form.values,
    focus: form.element.querySelector('input, select, textarea'),
    check: () => form.missing().length ? 'Fill in: ' + form.missing().map(one => labelOf(one.schema, one.name)).join(', ') : null
  });
}
