import { api, engine, get } from './api.js';
import { inConsole } from './camunda-pages.js';
import { el } from './dom.js';
import { draftKey, keepDraft } from './drafts.js';
import { field } from './fields.js';
import { named, notify, submitThrough, trouble } from './submitting.js';

const TITLE = { title: 'Title', type: 'string', maxLength: 120, description: 'What is to be done, in one line' };
const PRIORITY = { title: 'Priority', type: 'integer', description: 'A lower number comes sooner; 100 is ordinary' };
const BLOCKERS = {
  title: 'Waits for', type: 'array', description: 'Tasks that have to be finished first',
  items: { type: 'string', format: 'task', maxLength: 128 }
};

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
    place.replaceChildren(lifecycle.description ? el('p', { class: 'baton-hint' }, lifecycle.description) : '', kept, box, ...start.elements());
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
    this.own = { title: field(TITLE, 'title', true), priority: field(PRIORITY, 'priority', false), blockedBy: field(BLOCKERS, 'blockedBy', false) };
    this.data = Object.fromEntries(lifecycle.start.map(one => [one.name, field(one.schema, one.name, one.required)]));
  }

  elements() {
    return [this.own.title, this.own.priority, ...Object.values(this.data), this.own.blockedBy].map(part => part.element);
  }

  fields() {
    return [...Object.entries(this.own), ...Object.entries(this.data)].map(([name, part]) => named(name, part));
  }

  values(parts) {
    return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.value()]).filter(([, value]) => value !== undefined));
  }

  /** Says before anything is typed that this person can't create such a task. */
  async warn(place) {
    const { status, body } = await api('/tasks?dryRun=true', { lifecycle: this.lifecycle.key, title: 'May I?', data: {} });
    if (status === 403) place.append(el('div', { class: 'baton-refused', role: 'alert' }, body.errors?.map(one => one.message).join('; ') ?? body.detail));
  }

  /** Creates the task itself, since Tasklist's own way does not say which one it made. */
  async check() {
    const own = this.values(this.own);
    if (!own.title) return { ok: false, body: { errors: [{ field: 'title', message: 'Give the task a title.' }] } };
    const { ok, body } = await api('/tasks', { lifecycle: this.lifecycle.key, eventId: this.eventId, ...own, data: this.values(this.data) });
    if (!ok) return { ok, body };
    notify(this.camForm, 'The task was created', el('a', { href: inConsole(body.id) }, body.title));
    return { ok, done: true, body: {} };
  }

  draft() {
    return { values: { own: this.values(this.own), data: this.values(this.data) } };
  }

  restore({ values }) {
    Object.entries(this.own).forEach(([name, part]) => part.set(values.own[name]));
    Object.entries(this.data).forEach(([name, part]) => part.set(values.data[name]));
  }
}
