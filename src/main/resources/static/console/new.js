import { el } from '../forms/dom.js';
import { clear, refuse } from '../forms/faults.js';
import { startFields } from '../forms/starting.js';
import { html, nothing, render } from './lit.js';
import { notice } from './parts.js';
import { api, lifecycle, load } from './server.js';

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
      if (kept) this.form.restore(merged(this.form.values(), kept));
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

function form(described) {
  const parts = startFields(described);
  const before = JSON.stringify(parts.values());
  return { ...parts, box: el('div'), changed: () => JSON.stringify(parts.values()) !== before };
}

/** What was typed for another lifecycle goes along, where this one has a field for it. */
const merged = (present, kept) => ({ own: { ...present.own, ...kept.own }, data: { ...present.data, ...kept.data } });
