import { api, engine, get } from './api.js';
import { inConsole } from './camunda-pages.js';
import { el } from './dom.js';
import { draftKey, keepDraft } from './drafts.js';
import { startFields } from './starting.js';
import { notify, submitThrough, trouble } from './submitting.js';

/** The form that starts a task of a lifecycle. */
export async function open(camForm) {
  const place = camForm.formElement[0].querySelector('.baton');
  place.replaceChildren('Loading …');
  try {
    const definition = await engine('/process-definition/' + encodeURIComponent(camForm.processDefinitionId));
    const lifecycle = await get('/lifecycles/' + encodeURIComponent(definition.key));
    const me = await get('/me');
    const start = new Start(camForm, lifecycle);
    const box = el('div');
    const kept = el('div');
    place.replaceChildren(lifecycle.description ? el('p', { class: 'baton-hint' }, lifecycle.description) : '', kept, box, start.form.element);
    submitThrough(camForm, start, box, keepDraft(draftKey(me.id, 'new', lifecycle.key), start, place, kept));
    await start.warn(kept);
  } catch (error) {
    trouble(place, error);
  }
}

class Start {
  constructor(camForm, lifecycle) {
    this.camForm = camForm;
    this.lifecycle = lifecycle;
    this.eventId = 'tasklist-' + Date.now() + Math.random(); // a second click makes no second task
    this.form = startFields(lifecycle);
  }

  fields() {
    return this.form.fields();
  }

  /** Says before anything is typed that this person can't create such a task. */
  async warn(place) {
    const { status, body } = await api('/tasks?dryRun=true', { lifecycle: this.lifecycle.key, title: 'May I?', data: {} });
    if (status === 403) place.append(el('div', { class: 'baton-refused', role: 'alert' }, body.errors?.map(one => one.message).join('; ') ?? body.detail));
  }

  /** Creates the task itself, since Tasklist's own way does not say which one it made. */
  async check() {
    const { own, data } = this.form.values();
    if (!own.title) return { ok: false, body: { errors: [{ field: 'title', message: 'Give the task a title.' }] } };
    const { ok, body } = await api('/tasks', { lifecycle: this.lifecycle.key, eventId: this.eventId, ...own, data });
    if (!ok) return { ok, body };
    notify(this.camForm, 'The task was created', el('a', { href: inConsole(body.id) }, body.title));
    return { ok, done: true, body: {} };
  }

  draft() {
    return { values: this.form.values() };
  }

  restore({ values }) {
    this.form.restore(values);
  }
}
