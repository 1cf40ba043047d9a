import { html, live, nothing, render, repeat } from './lit.js';
import { settle } from './live.js';
import { Board } from './board.js';
import { Bulk, MOST } from './bulk.js';
import { counted, empty, flags, noteOf, notice, person, since, stateChip, taskLink, trouble, words } from './parts.js';
import { attempt, lifecycle, load, me } from './server.js';
import { Views } from './views.js';

const PAGE = 50;
const FLAGS = ['overdue', 'approval-expired', 'lease-lost', 'no-progress', 'over-budget', 'runs-fail', 'attempts-used-up', 'blocked-by-failed',
  'blockers-finished', 'timer-failed', 'question', 'reflection-due', 'memory-due', 'abandoned'];
/** Generated ids tell people nothing. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SORTS = { updated: 'last changed', priority: 'most urgent', entered: 'longest in its state', created: 'oldest' };

/** Finds tasks: the address holds the filters, so that every list is a link. */
export async function open(place, context) {
  const page = new Tasks(place, context);
  await page.load();
  return page;
}

/** What the API is asked: everything in the address but how it is shown; by default what runs, the last changed first. */
function filters(query) {
  const asked = new URLSearchParams(query);
  asked.delete('show');
  if (!asked.has('sort')) asked.set('sort', 'updated');
  if (!asked.has('active') && !asked.has('q') && !asked.getAll('flag').includes('abandoned')) asked.set('active', 'true');
  if (asked.get('active') === 'any') asked.delete('active');
  return asked;
}

class Tasks {
  constructor(place, { query, go }) {
    Object.assign(this, { place, query, go, all: [] });
    this.board = query.get('show') === 'board' && query.get('lifecycle') ? new Board(query.get('lifecycle'), filters(query), () => this.states && this.draw()) : null;
    this.views = new Views(filters, () => this.rows || this.board ? this.draw() : undefined);
    this.bulk = new Bulk(() => this.draw(), () => this.load());
    this.refresh = settle(() => this.look().catch(() => {}), 3000);
  }

  async load() {
    this.lifecycles ??= attempt('/lifecycles', []).then(all => { // counts them all: the rows do not wait for it
      this.all = all;
      if (this.states) this.draw();
    });
    const key = this.query.get('lifecycle');
    try {
      const [states] = await Promise.all([key ? lifecycle(key).then(one => one.states.map(state => state.name)) : [], this.board ? this.board.load() : this.page()]);
      Object.assign(this, { states, error: undefined });
    } catch (error) {
      Object.assign(this, { states: [], rows: [], error });
    }
    this.draw();
    this.views.count();
    this.number();
  }

  /** How many there are, when not all are shown. */
  async number() {
    if (!this.next) return;
    const asked = filters(this.query);
    asked.delete('sort');
    const answer = await attempt('/tasks/count?' + asked);
    Object.assign(this, { count: counted(answer), total: answer?.count });
    this.draw();
  }

  async page(after) {
    const asked = filters(this.query);
    asked.set('limit', PAGE);
    if (after) asked.set('after', after);
    const { tasks, next } = await load('/tasks?' + asked);
    this.rows = after ? [...this.rows, ...tasks] : tasks;
    this.next = next;
    this.stale = false;
  }

  /** Leaving would stop what is being done to many. */
  unsaved() {
    return this.bulk.running() && 'The selected tasks are not all done. Leaving stops at those that are.';
  }

  changed() {
    if (!this.bulk.running()) this.refresh();
  }

  /** Brings the rows that are shown up to date where they are; whether others belong here is only said. */
  async look() {
    if (this.board) return this.board.load().then(() => this.draw());
    const asked = filters(this.query);
    asked.set('limit', Math.min(500, Math.max(PAGE, this.rows.length)));
    const { tasks } = await load('/tasks?' + asked);
    const fresh = new Map(tasks.map(task => [task.id, task]));
    this.stale = tasks.slice(0, this.rows.length).some((task, i) => task.id !== this.rows[i]?.id) || tasks.length < this.rows.length;
    if (!this.rows.length) {
      this.rows = tasks;
      this.stale = false;
    }
    this.rows = this.rows.map(row => fresh.get(row.id) ?? row);
    this.draw();
    this.views.count();
  }

  /** The states to choose from: those of the lifecycle, or all that have tasks. */
  known() {
    const states = this.states.length ? this.states : [...new Set(this.all.flatMap(one => Object.keys(one.tasks)))].sort();
    return [...new Set([...states, ...this.query.getAll('state')])];
  }

  async people() {
    this.everybody ??= (await attempt('/people', { people: [] })).people;
    this.draw();
  }

  filter(name, value) {
    const query = new URLSearchParams(this.query);
    if (value) query.set(name, value);
    else query.delete(name);
    if (name === 'lifecycle') query.delete('state');
    this.go('/tasks' + (query.size ? '?' + query : ''), name === 'q');
  }

  draw() {
    render(html`
      <div class="head"><h1>Tasks</h1><span class="hint">${this.board ? nothing : this.next ? `${this.rows.length} of ${this.count ?? 'more'} shown` : `${this.rows.length} shown`}</span>${this.ways()}</div>
      ${this.views.render(this.query)}
      ${this.tools()}
      ${this.bulk.report()}
      ${this.error ? trouble(this.error) : this.board ? this.board.render() : this.table()}
      ${this.bulk.render(this.hasMore() ? () => this.bulk.matching(filters(this.query)).catch(error => notice(error.message)) : null)}`, this.place);
  }

  /** Whether all that is shown is selected, and there is more. */
  hasMore() {
    return this.next && this.rows.every(row => this.bulk.has(row)) && this.bulk.chosen.size < Math.min(MOST, this.total ?? MOST);
  }

  tools() {
    const { query } = this;
    const which = { true: '', false: 'false' }[filters(query).get('active')] ?? 'any';
    const select = (name, label, values, none) => html`<div><label for=${'f-' + name}>${label}</label>
      <select id=${'f-' + name} class="form-control" @change=${event => this.filter(name, event.target.value)}>
        ${none === undefined ? nothing : html`<option value="">${none}</option>`}
        ${values.map(([value, text]) => html`<option value=${value} ?selected=${(name === 'active' ? which : query.get(name) ?? '') === value}>${text}</option>`)}</select></div>`;
    return html`<div class="tools">
      <form role="search" aria-label="This list" @submit=${event => { event.preventDefault(); this.filter('q', event.target.q.value.trim()); }}>
        <label for="f-q">Title or id</label><input id="f-q" name="q" type="search" class="form-control" .value=${live(this.text ?? query.get('q') ?? '')} @input=${event => { this.text = event.target.value; }}></form>
      ${select('lifecycle', 'Lifecycle', this.all.map(one => [one.key, one.name ?? one.key]), 'all')}
      ${this.board ? nothing : select('state', 'State', this.known().map(state => [state, words(state)]), 'all')}
      ${this.board ? nothing : select('active', 'Which', [['', 'running'], ['false', 'ended'], ['any', 'all']])}
        ${select('flag', 'Flag', FLAGS.map(flag => [flag, words(flag)]), 'any')}
        ${['assignee', 'createdBy'].map(name => html`<form @submit=${event => { event.preventDefault(); this.filter(name, event.target[name].value.trim()); }}><label for=${'f-' + name}>${words(name)}</label>
          <input id=${'f-' + name} name=${name} list="f-people" class="form-control short" autocomplete="off" .value=${query.get(name) ?? ''} @focus=${() => this.people()} @change=${event => this.filter(name, event.target.value.trim())}></form>`)}
        <datalist id="f-people">${(this.everybody ?? []).map(one => html`<option value=${one.id}>${one.name}</option>`)}</datalist>
        ${this.board ? nothing : select('sort', 'Order', Object.entries(SORTS))}
    </div>`;
  }

  /** The same tasks as a table or as a board. */
  ways() {
    const table = new URLSearchParams(this.query);
    table.delete('show');
    const board = new URLSearchParams(this.query);
    board.set('show', 'board');
    if (!board.get('lifecycle')) board.set('lifecycle', this.all[0]?.key ?? '');
    return html`<nav class="ways" aria-label="How to show them">
      <a href=${'/tasks?' + table} aria-current=${this.board ? nothing : 'true'}>Table</a>
      <a href=${'/tasks?' + board} aria-current=${this.board ? 'true' : nothing}>Board</a></nav>`;
  }

  table() {
    if (!this.rows.length) {
      return [...this.query.keys()].length
        ? empty('Nothing matches.', html`<a href="/tasks">All running tasks</a>, or <a href="/tasks?active=any">ended ones too</a>.`)
        : empty('No task is running.', html`<a href="/new">Create one</a>, or look at <a href="/tasks?active=false">ended ones</a>.`);
    }
    const all = this.rows.every(row => this.bulk.has(row));
    return html`
      <div class="changed" ?hidden=${!this.stale}><button class="btn btn-sm btn-primary" @click=${() => this.load()}>The list has changed: show it</button></div>
      <div class="scroll"><table class="list"><thead><tr>
        <th><input type="checkbox" aria-label="Select all that are shown" .checked=${all} @change=${event => this.bulk.all(this.rows, event.target.checked)}></th>
        <th class="num">Priority</th><th>Task</th><th>State</th><th>Assignee</th><th>In state</th><th class="wide">Lifecycle</th></tr></thead>
      <tbody>${repeat(this.rows, row => row.id, row => html`<tr>
        <td><input type="checkbox" aria-label=${'Select ' + row.title} .checked=${this.bulk.has(row)} @change=${event => this.bulk.set(row, event.target.checked)}></td>
        <td class="num">${row.priority}</td>
        <td class="title" title=${row.title}><div class="clamp">${taskLink(row.id, row.title)} ${UUID.test(row.id) ? nothing : html`<small class="id">${row.id}</small>`}</div></td>
        <td>${stateChip(row)} ${flags(row)}</td>
        <td>${person(row.assignee)}${row.assignee === me.id ? ' (you)' : nothing}${noteOf(row)}</td>
        <td>${since(row.stateEnteredAt)}</td>
        <td class="wide"><a href=${'/tasks?lifecycle=' + row.lifecycle}>${this.all.find(one => one.key === row.lifecycle)?.name ?? row.lifecycle}</a></td></tr>`)}</tbody></table></div>
      ${this.next ? html`<p class="btns"><button class="btn" @click=${() => this.page(this.next).then(() => this.draw(), error => notice(error.message))}>Show more</button></p>` : nothing}`;
  }
}
