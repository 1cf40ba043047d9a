import { action, el, newId } from '../forms/dom.js';
import { ask, askMove } from './dialogs.js';
import { html, nothing } from './lit.js';
import { taskLink } from './parts.js';
import { api, attempt, load } from './server.js';

const AT_ONCE = 25;
/** What the page can hold and the server lists at once. */
export const MOST = 500;
const BUTTONS = 4;
const tasks = number => number === 1 ? '1 task' : number.toLocaleString('en') + ' tasks';

/** Does the same to many tasks, in small portions so that one sees how far it is. */
export class Bulk {
  constructor(update, done) {
    this.update = update;
    this.done = done;
    this.chosen = new Map();
    this.results = [];
    this.triggers = [];
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

  /** Everything that a list has, not only what is shown of it. */
  async matching(query) {
    const asked = new URLSearchParams(query);
    asked.set('limit', MOST);
    this.all((await load('/tasks?' + asked)).tasks, true);
  }

  running() {
    return this.total !== undefined;
  }

  /** The triggers that every chosen task's state has: asked from one task of each state. */
  async offer() {
    this.results = [];
    const kinds = new Map([...this.chosen.values()].map(task => [`${task.lifecycle} ${task.version} ${task.state}`, task.id]));
    const asked = this.asked = {};
    this.update();
    const offers = await Promise.all([...kinds.values()].map(id => attempt(`/tasks/${encodeURIComponent(id)}/transitions`, { transitions: [] })));
    if (asked !== this.asked) return;
    const lists = offers.map(one => one.transitions);
    const common = (lists[0] ?? []).filter(option => option.roles.join() !== 'system' && lists.every(list => list.some(other => other.trigger === option.trigger)));
    const permitted = option => lists.some(list => list.some(other => other.trigger === option.trigger && other.permitted));
    this.triggers = [...common.filter(permitted), ...common.filter(option => !permitted(option))];
    this.update();
  }

  async run(action, what) {
    const ids = [...this.chosen.keys()];
    const titles = new Map([...this.chosen.values()].map(task => [task.id, task.title]));
    Object.assign(this, { results: [], total: ids.length, what, stopped: false });
    for (let i = 0; i < ids.length && !this.stopped; i += AT_ONCE) {
      const part = ids.slice(i, i + AT_ONCE);
      const { ok, body } = await api('/tasks/bulk', { tasks: part, action });
      const results = ok ? body.results : part.map(id => ({ id, status: 0, errors: [{ message: body?.detail ?? 'The server gave no answer' }] }));
      this.results.push(...results.map(one => ({ ...one, title: titles.get(one.id) })));
      this.update();
    }
    const { results } = this;
    const open = new Set([...ids.slice(results.length), ...refused(results).map(one => one.id)]);
    ids.filter(id => !open.has(id)).forEach(id => this.chosen.delete(id));
    this.total = undefined;
    await this.done();
    await this.offer(); // what was refused stays chosen
    this.results = results;
    this.update();
  }

  async move(option) {
    const what = action(option);
    const number = this.chosen.size;
    const payload = await askMove(option, {
      title: `${what}: ${tasks(number)}`, text: 'Each is moved on its own; those that are refused stay as they are.',
      action: `${what} ${tasks(number)}`, danger: /cancel|fail|abandon/i.test(option.trigger)
    });
    if (payload) await this.run({ trigger: option.trigger, payload }, what);
  }

  async priority() {
    const input = el('input', { class: 'form-control baton-number', id: newId(), name: 'priority', inputmode: 'numeric', autocomplete: 'off' });
    const priority = await ask({
      title: `Priority of ${tasks(this.chosen.size)}`, text: 'A lower number comes sooner; 100 is ordinary.', action: 'Set priority', focus: input,
      content: el('div', { class: 'baton-field' }, el('label', { for: input.id }, 'Priority'), input),
      value: () => input.value.trim(), check: text => /^-?\d{1,9}$/.test(text) ? null : 'Enter a whole number.'
    });
    if (priority !== null) await this.run({ patch: { priority: Number(priority) } }, 'Set priority');
  }

  report() {
    if (!this.results.length && !this.running()) return nothing;
    if (this.running()) {
      return html`<div class="note" role="status"><label>${this.what}: ${this.results.length} of ${this.total} <progress max=${this.total} value=${this.results.length}></progress></label>
        <button class="btn btn-sm" @click=${() => { this.stopped = true; }}>Stop</button></div>`;
    }
    const wrong = refused(this.results);
    const done = this.results.filter(one => !wrong.includes(one));
    return html`<div class="note" role="status"><strong>${this.what}: ${done.length} done${wrong.length ? `, ${wrong.length} refused` : ''}${this.stopped ? ', then stopped' : ''}.</strong>
      ${wrong.length ? html`The refused ones have not changed and are still selected.` : nothing}
      ${[...grouped(wrong)].map(([reason, list]) => results(reason, list, list.length <= 5))}
      ${done.length ? results('Done', done, false) : nothing}
      <button class="btn btn-sm" @click=${() => { this.results = []; this.update(); }}>Close</button></div>`;
  }

  /** @param more how to select what is not shown, if there is more */
  render(more) {
    if (!this.chosen.size || this.running()) return nothing;
    const button = option => html`<button class="btn btn-sm" data-trigger=${option.trigger} @click=${() => this.move(option)}>${action(option)} …</button>`;
    return html`<div class="selection btns" role="region" aria-label="Selected tasks"><strong>${this.chosen.size} selected</strong>
      ${more ? html`<button class="btn btn-sm btn-link" @click=${more}>Select all that match</button>` : nothing}
      <button class="btn btn-sm" @click=${() => this.priority()}>Set priority …</button>
      ${this.triggers.slice(0, BUTTONS).map(button)}
      ${this.triggers.length > BUTTONS ? html`<details class="others"><summary class="btn btn-sm">More moves</summary><div>${this.triggers.slice(BUTTONS).map(button)}</div></details>` : nothing}
      ${this.triggers.length ? nothing : html`<span class="hint">They have no move in common.</span>`}
      <button class="btn btn-sm btn-link clear" @click=${() => { this.chosen.clear(); this.offer(); }}>Clear</button></div>`;
  }
}

const refused = results => results.filter(one => one.status >= 300 || one.status === 0);

/** Results by what the server said about them. */
function grouped(results) {
  const found = new Map();
  for (const one of results) {
    const reason = (one.errors ?? []).map(error => error.message).join('; ').replaceAll(`'${one.id}'`, 'this task') || `The server answered ${one.status}`;
    found.set(reason, [...found.get(reason) ?? [], one]);
  }
  return found;
}

const results = (title, list, open) => html`<details ?open=${open}><summary>${title} (${list.length})</summary>
  <ul class="baton-list">${list.map(one => html`<li>${taskLink(one.id, one.title)}</li>`)}</ul></details>`;
