import { html, nothing } from './lit.js';
import { taskLink, words } from './parts.js';
import { api, attempt } from './server.js';

const AT_ONCE = 25;

/** Does the same to many tasks, in small portions so that one sees how far it is. */
export class Bulk {
  constructor(update, done) {
    this.update = update;
    this.done = done;
    this.chosen = new Map();
    this.results = [];
  }

  has(task) {
    return this.chosen.has(task.id);
  }

  set(task, on) {
    if (on) this.chosen.set(task.id, task);
    else this.chosen.delete(task.id);
    this.offer();
  }

  all(tasks, on) {
    tasks.forEach(task => on ? this.chosen.set(task.id, task) : this.chosen.delete(task.id));
    this.offer();
  }

  /** The triggers that every chosen task's state has: asked from one task of each state. */
  async offer() {
    this.results = [];
    const kinds = new Map([...this.chosen.values()].map(task => [`${task.lifecycle} ${task.version} ${task.state}`, task.id]));
    this.update();
    const offers = await Promise.all([...kinds.values()].map(id => attempt(`/tasks/${encodeURIComponent(id)}/transitions`, { transitions: [] })));
    const lists = offers.map(one => one.transitions);
    this.triggers = (lists[0] ?? []).filter(option => lists.every(list => list.some(other => other.trigger === option.trigger)));
    this.update();
  }

  async run(action, what) {
    const ids = [...this.chosen.keys()];
    if (!confirm(`${what} ${ids.length} ${ids.length === 1 ? 'task' : 'tasks'}?`)) return;
    this.results = [];
    this.total = ids.length;
    for (let i = 0; i < ids.length; i += AT_ONCE) {
      const part = ids.slice(i, i + AT_ONCE);
      const { ok, body } = await api('/tasks/bulk', { tasks: part, action });
      this.results.push(...ok ? body.results : part.map(id => ({ id, status: 0, errors: [{ message: body?.detail ?? 'The server gave no answer' }] })));
      this.update();
    }
    this.chosen.clear();
    this.total = undefined;
    await this.done();
  }

  move(event) {
    event.preventDefault();
    const option = this.triggers.find(one => one.trigger === event.target.trigger.value);
    const text = event.target.note.value.trim();
    const field = option.artifacts.find(one => one.required && one.schema.type === 'string') ?? option.artifacts.find(one => one.schema.type === 'string');
    const list = option.artifacts.find(one => one.required && one.schema.type === 'array' && one.schema.items?.type === 'string');
    const payload = text && list ? { [list.name]: text.split(/[,\s]+/) } : text && field ? { [field.name]: text } : {};
    this.run({ trigger: option.trigger, payload }, words(option.trigger));
  }

  priority(event) {
    event.preventDefault();
    const priority = Number(event.target.priority.value);
    if (Number.isInteger(priority)) this.run({ patch: { priority } }, `Set the priority of`);
  }

  render() {
    const refused = this.results.filter(one => one.status >= 300 || one.status === 0);
    const report = this.results.length ? html`<div class="note" role="status">${this.total ? `${this.results.length} of ${this.total} …` : html`
      ${this.results.length - refused.length} done${refused.length ? `, ${refused.length} refused:` : '.'}
      ${refused.length ? html`<ul class="baton-list">${refused.map(one => html`<li>${taskLink(one.id)}: ${(one.errors ?? []).map(error => error.message).join('; ') || one.status}</li>`)}</ul>` : nothing}`}</div>` : nothing;
    if (!this.chosen.size) return report;
    return html`${report}<div class="selection" role="region" aria-label="Selected tasks"><div class="btns"><strong>${this.chosen.size} selected</strong>
      <form class="btns" @submit=${event => this.priority(event)}><input name="priority" class="form-control" inputmode="numeric" size="5" aria-label="New priority" placeholder="Priority" required pattern="-?[0-9]+"><button class="btn btn-sm">Set priority</button></form>
      ${this.triggers?.length ? html`<form class="btns" @submit=${event => this.move(event)}>
        <select name="trigger" class="form-control" aria-label="What to do">${this.triggers.map(one => html`<option value=${one.trigger}>${words(one.trigger)}</option>`)}</select>
        <input name="note" class="form-control" aria-label="Reason, note or people for all of them" placeholder="Reason, note or people"><button class="btn btn-sm btn-primary">Do it</button></form>`
        : html`<span class="hint">They have no move in common.</span>`}
      <button class="btn btn-sm" @click=${() => { this.chosen.clear(); this.update(); }}>Clear</button></div></div>`;
  }
}
