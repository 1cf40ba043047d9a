import { el, words } from './dom.js';
import { moment, reading } from './reading.js';

const PREFIX = 'baton-draft';
const DAYS = 30;

/** The name under which one person's text for one form is kept. Nobody else who uses this browser gets it. */
export function draftKey(...parts) {
  return [PREFIX, ...parts].map(encodeURIComponent).join(' ');
}

/**
 * Keeps in this browser what is typed into a form until it is sent, however the form is left, and gives back what was kept.
 *
 * @param form what can say its draft(), with all that was typed as values, and restore() it
 * @param element where it is typed
 * @param notice where it is said that something was given back
 * @return what to call when it was sent
 */
export function keepDraft(key, form, element, notice) {
  forgetOld();
  const untouched = JSON.stringify(form.draft().values);
  const kept = read(key);
  let sent = false;
  const save = () => {
    const draft = form.draft();
    if (sent || JSON.stringify(draft.values) === untouched) localStorage.removeItem(key);
    else write(key, { at: new Date().toISOString(), draft });
  };
  if (kept) {
    form.restore(kept.draft);
    say(notice, [el('div', {}, 'You typed this ', moment(kept.at), ' and did not send it.')], () => {
      localStorage.removeItem(key);
      form.restore({ ...form.draft(), values: JSON.parse(untouched) });
    });
  }
  for (const event of ['input', 'change', 'click']) element.addEventListener(event, save);
  return () => {
    sent = true;
    localStorage.removeItem(key);
  };
}

/** Shows what was typed for earlier states of a task, which somebody else has moved since. */
export function showLost(prefix, key, notice) {
  const lost = Object.keys(localStorage).filter(one => one.startsWith(prefix + ' ') && one !== key);
  for (const one of lost) {
    const kept = read(one);
    const state = decodeURIComponent(one.split(' ').at(-1));
    const values = Object.values(kept?.draft.values ?? {}).map(value => reading(value)).filter(Boolean);
    if (!values.length) localStorage.removeItem(one);
    else say(notice, [el('div', {}, `You typed this when the task was ${words(state).toLowerCase()}, and it was not sent:`), ...values],
      () => localStorage.removeItem(one));
  }
}

function say(notice, content, drop) {
  const box = el('div', { class: 'baton-waits baton-kept', role: 'status' }, content, el('button', {
    type: 'button', class: 'btn btn-default btn-sm', click: () => {
      drop();
      box.remove();
    }
  }, 'Drop it'));
  notice.append(box);
}

function forgetOld() {
  const oldest = Date.now() - DAYS * 24 * 3600 * 1000;
  Object.keys(localStorage).filter(key => key.startsWith(PREFIX + ' ') && !(Date.parse(read(key)?.at) > oldest))
    .forEach(key => localStorage.removeItem(key));
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // the browser keeps no more; the form itself still has it
  }
}
