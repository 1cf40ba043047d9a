import { html, nothing } from './lit.js';
import { flags, noteOf, person, since, span, taskLink, words } from './parts.js';
import { lifecycle, load, now } from './server.js';

const SHOWN = 15;
const DAY = 24 * 3600 * 1000;

/** The states of a lifecycle as columns: how many tasks are in each, and those that stand there the longest. */
export class Board {
  constructor(key, update) {
    this.key = key;
    this.update = update;
  }

  async load() {
    this.lifecycle = await lifecycle(this.key);
    this.columns = await Promise.all([...this.lifecycle.states].sort((a, b) => a.terminal - b.terminal).map(async state => {
      const asked = `lifecycle=${encodeURIComponent(this.key)}&state=${encodeURIComponent(state.name)}`;
      const [{ count }, { tasks }] = await Promise.all([load('/tasks/count?' + asked),
        load(`/tasks?${asked}&limit=${state.terminal ? 5 : SHOWN}&sort=${state.terminal ? 'updated' : 'entered'}`)]);
      return { state, count, tasks };
    }));
  }

  render() {
    return html`<div class="board">${this.columns.map(({ state, count, tasks }) => html`<section class="column" aria-label=${words(state.name)}>
      <h2><span>${words(state.name)}</span> <a href=${`/tasks?lifecycle=${this.key}&state=${state.name}&active=any`}>${count}</a></h2>
      ${tasks.map(task => html`<div class="card"><div class="clamp" title=${task.title}>${taskLink(task.id, task.title)}</div>
        <div class="chips"><small>${person(task.assignee)} · ${this.age(task)}</small> ${flags(task)}</div>${noteOf(task)}</div>`)}
      ${count > tasks.length ? html`<a href=${`/tasks?lifecycle=${this.key}&state=${state.name}&active=any`}><small>${count - tasks.length} more</small></a>` : nothing}
      ${count ? nothing : html`<small>${state.terminal ? 'None ended here' : 'Empty'}</small>`}</section>`)}</div>`;
  }

  /** What has not moved for a day stands out. */
  age(task) {
    const age = now() - Date.parse(task.stateEnteredAt);
    return !task.terminal && age > DAY ? html`<span class="chip warn" title="It has not moved for this long">${span(age)}</span>` : since(task.stateEnteredAt);
  }
}
