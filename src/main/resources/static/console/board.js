import { html, nothing } from './lit.js';
import { flags, noteOf, notice, person, since, span, taskLink, words } from './parts.js';
import { lifecycle, load, now } from './server.js';

const SHOWN = 15;
const DAY = 24 * 3600 * 1000;

/** The states of a lifecycle as columns: how many tasks are in each, and those that stand there the longest. */
export class Board {
  /** @param filters what else the tasks are asked for by, as the API knows it */
  constructor(key, filters, update) {
    Object.assign(this, { key, filters, update });
  }

  /** The columns are there at once; each is filled when its tasks arrive. */
  async load() {
    this.lifecycle = await lifecycle(this.key);
    const first = !this.columns;
    this.columns ??= [...this.lifecycle.states].sort((a, b) => a.terminal - b.terminal).map(state => ({ state, tasks: [] }));
    Promise.all(this.columns.map(column => this.fill(column))).catch(error => first && notice(error.message));
  }

  asked(state) {
    const asked = new URLSearchParams(this.filters);
    ['sort', 'active', 'state'].forEach(name => asked.delete(name));
    asked.set('lifecycle', this.key);
    asked.append('state', state.name);
    return asked;
  }

  async fill(column) {
    const { state } = column;
    const asked = this.asked(state);
    const { tasks, next } = await load(`/tasks?${asked}&limit=${state.terminal ? 5 : SHOWN}&sort=${state.terminal ? 'updated' : 'entered'}`);
    Object.assign(column, { tasks, count: next ? column.count : tasks.length });
    this.update();
    if (next) {
      column.count = (await load('/tasks/count?' + asked)).count;
      this.update();
    }
  }

  render() {
    return html`<div class="board">${this.columns.map(({ state, count, tasks }) => html`<section class="column" aria-label=${words(state.name)}>
      <h2><span>${words(state.name)}</span> <a href=${`/tasks?${this.asked(state)}&active=any`}>${count === undefined ? '…' : count.toLocaleString('en')}</a></h2>
      ${tasks.map(task => html`<div class="card"><div class="clamp" title=${task.title}>${taskLink(task.id, task.title)}</div>
        <div class="chips"><small>${person(task.assignee)} · ${this.age(task)}</small> ${flags(task)}</div>${noteOf(task)}</div>`)}
      ${count > tasks.length ? html`<a href=${`/tasks?${this.asked(state)}&active=any`}><small>${(count - tasks.length).toLocaleString('en')} more</small></a>` : nothing}
      ${count !== 0 ? nothing : html`<small>${state.terminal ? 'None ended here' : 'Empty'}</small>`}</section>`)}</div>`;
  }

  /** What has not moved for a day stands out. */
  age(task) {
    const age = now() - Date.parse(task.stateEnteredAt);
    return !task.terminal && age > DAY ? html`<span class="chip warn" title="It has not moved for this long">${span(age)}</span>` : since(task.stateEnteredAt);
  }
}
