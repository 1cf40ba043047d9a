import { el } from '../forms/dom.js';
import { clear, refuse } from '../forms/faults.js';
import { field } from '../forms/fields.js';
import { named } from '../forms/submitting.js';
import { html, nothing, render } from './lit.js';
import { notice } from './parts.js';
import { api, lifecycle, load } from './server.js';

const TITLE = { title: 'Title', type: 'string', maxLength: 120, description: 'What is to be done, in one line' };
const PRIORITY = { title: 'Priority', type: 'integer', description: 'A lower number comes sooner; 100 is ordinary' };
const BLOCKERS = {
  title: 'Waits for', type: 'array', description: 'Tasks that have to be finished first',
  items: { type: 'string', format: 'task', maxLength: 128 }
};
const FIRST = ['description', 'inputText', 'text'];

/** Creates a task: pick a lifecycle, fill in its form, and the task opens. */
export async function open(place, { query, go }) {
  const page = new NewTask(place, go, await load('/lifecycles'));
  await page.choose(query.get('lifecycle') ?? undefined);
  return page;
}

class NewTask {
  constructor(place, go, all) {
    Object.assign(this, { place, go, all });
  }

  async choose(key) {
    this.key = this.all.some(one => one.key === key) ? key : undefined;
    if (this.key) {
      const kept = this.form?.values();
      this.lifecycle = await lifecycle(this.key);
      this.forms ??= new Map();
      if (!this.forms.has(this.key)) this.forms.set(this.key, form(this.lifecycle));
      this.form = this.forms.get(this.key);
      if (kept) this.form.restore(kept);
      this.refusal = await this.mayNot();
    }
    this.draw();
    this.form?.element.querySelector('input')?.focus();
  }

  /** Why this person can't create such a task at all; asked before anything is typed. */
  async mayNot() {
    const { status, body } = await api('/tasks?dryRun=true', { lifecycle: this.key, title: 'May I?', data: {} });
    return status === 403 ? body.errors?.map(one => one.message).join('; ') ?? body.detail : null;
  }

  unsaved() {
    return !this.sent && [...this.forms?.values() ?? []].some(one => one.changed());
  }

  draw() {
    render(html`<div class="head"><h1>New task</h1></div>
      <h2 id="kinds">What kind of work is it?</h2>
      <div class="cards" role="group" aria-labelledby="kinds">${this.all.map(one => html`
        <button class="card pick" data-lifecycle=${one.key} aria-pressed=${one.key === this.key ? 'true' : 'false'} @click=${() => this.choose(one.key)}>
          <strong>${one.name ?? one.key}</strong><small title=${one.description ?? nothing}>${one.description ?? nothing}</small></button>`)}</div>
      ${this.key ? html`<form class="card move-form" novalidate @submit=${event => this.create(event)}>
        ${this.refusal ? html`<p class="refused" role="alert">${this.refusal}</p>` : nothing}
        ${this.form.box}${this.form.element}
        <button class="btn btn-primary" ?disabled=${this.busy}>Create the task</button></form>` : nothing}`, this.place);
  }

  async create(event) {
    event.preventDefault();
    clear(this.form, this.form.box);
    const { own, data } = this.form.values();
    if (!own.title) return refuse(this.form, this.form.box, { errors: [{ field: 'title', message: 'Give the task a title.' }] });
    this.busy = true;
    this.draw();
    const answer = await api('/tasks', { lifecycle: this.key, ...own, data });
    this.busy = false;
    if (answer.ok) {
      this.sent = true;
      notice('The task is created.');
      this.go('/tasks/' + encodeURIComponent(answer.body.id));
    } else {
      refuse(this.form, this.form.box, answer.body);
      this.draw();
    }
  }
}

/** The description is shown as Markdown. */
const withHint = ({ name, schema }) => FIRST.includes(name) ? { ...schema, description: [schema.description, 'Markdown works'].filter(Boolean).join('. ') } : schema;

/** What is needed and what is wanted first, settings folded. */
function form(described) {
  const own = { title: field(TITLE, 'title', true), priority: field(PRIORITY, 'priority', false), blockedBy: field(BLOCKERS, 'blockedBy', false) };
  const parts = described.start.map(one => ({ ...one, part: field(withHint(one), one.name, one.required) }));
  const first = parts.filter(one => one.required || FIRST.includes(one.name)).sort((a, b) => FIRST.includes(b.name) - FIRST.includes(a.name));
  const rest = parts.filter(one => !first.includes(one));
  const named_ = [...Object.entries(own), ...parts.map(one => [one.name, one.part])];
  const values = list => Object.fromEntries(list.map(([name, part]) => [name, part.value()]).filter(([, value]) => value !== undefined));
  const before = JSON.stringify([values(Object.entries(own)), values(parts.map(one => [one.name, one.part]))]);
  return {
    box: el('div'),
    element: el('div', {}, own.title.element, first.map(one => one.part.element), own.priority.element,
      el('details', { class: 'baton-section' }, el('summary', {}, 'More settings'), own.blockedBy.element, rest.map(one => one.part.element))),
    fields: () => named_.map(([name, part]) => named(name, part)),
    changed: () => JSON.stringify([values(Object.entries(own)), values(parts.map(one => [one.name, one.part]))]) !== before,
    values: () => ({ own: values(Object.entries(own)), data: values(parts.map(one => [one.name, one.part])) }),
    restore: kept => {
      Object.entries(kept.own).forEach(([name, value]) => own[name].set(value));
      parts.forEach(one => kept.data[one.name] !== undefined && one.part.set(kept.data[one.name]));
    }
  };
}
