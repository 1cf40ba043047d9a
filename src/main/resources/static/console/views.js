import { ask, askText } from './dialogs.js';
import { html, nothing } from './lit.js';
import { counted, notice } from './parts.js';
import { api, attempt, me } from './server.js';

/** Lists that people come back to: some that everybody needs, and their own, kept on the server. */
export class Views {
  constructor(filters, update) {
    Object.assign(this, { filters, update, own: [], counts: new Map() });
  }

  list() {
    return [
      { name: 'Running', query: '' },
      { name: 'Waits for me', query: 'waitingFor=' + encodeURIComponent(me.id) },
      { name: 'Mine', query: 'mine=true' },
      { name: 'Overdue', query: 'flag=overdue' },
      { name: 'Blocked by a failed one', query: 'flag=blocked-by-failed' },
      { name: 'Created by me', query: 'createdBy=' + encodeURIComponent(me.id) },
      { name: 'Abandoned', query: 'flag=abandoned' },
      ...this.own];
  }

  /** Numbers come after the list; one that fails just has none. */
  async count() {
    await Promise.all([this.load(), ...this.list().filter(view => !view.own).map(async view => {
      const asked = this.filters(new URLSearchParams(view.query));
      asked.delete('sort');
      this.counts.set(view.name, counted(await attempt('/tasks/count?' + asked)));
    })]);
    this.update();
  }

  async load() {
    const { views } = await attempt('/views', { views: [] });
    this.own = views.map(({ name, query, ...count }) => ({ name, query: address(query), count: counted(count), own: true }));
  }

  /** The list that is shown, as the API is asked for it. */
  asked(query) {
    return normal(this.filters(new URLSearchParams(query)));
  }

  async save(query) {
    const name = await this.name('Save this list', '', 'Save');
    if (name) await this.change(name, { query: this.asked(query) }, 'PUT');
  }

  async rename(view) {
    const name = await this.name('Rename this list', view.name, 'Rename');
    if (!name || name === view.name) return;
    const { ok } = await this.send(name, { query: this.asked(view.query) }, 'PUT');
    if (ok) await this.change(view.name, undefined, 'DELETE');
  }

  name(title, initial, action) {
    return askText({ title, label: 'Name', initial, action, required: true, maxlength: 80,
      check: text => text !== initial && this.list().some(view => view.name === text) ? 'There is a list of this name already.' : null });
  }

  async remove(view) {
    if (await ask({ title: `Delete the list “${view.name}”?`, text: 'Its tasks stay.', action: 'Delete the list', danger: true })) await this.change(view.name, undefined, 'DELETE');
  }

  async change(name, body, method) {
    await this.send(name, body, method);
    await this.load();
    this.update();
  }

  async send(name, body, method) {
    const answer = await api('/views/' + encodeURIComponent(name), body, method);
    if (!answer.ok) notice(answer.body?.errors?.map(one => one.message).join('; ') || answer.body?.detail || 'It was refused');
    return answer;
  }

  render(query) {
    const current = this.asked(query);
    const views = this.list().map(view => ({ ...view, shown: this.asked(view.query) === current }));
    return html`<nav class="views" aria-label="Lists">${views.map(view => html`
      <a class="view" href=${'/tasks' + (view.query ? '?' + view.query : '')} aria-current=${view.shown ? 'true' : nothing}>${view.name} <b>${view.count ?? this.counts.get(view.name) ?? ''}</b></a>`)}
      ${views.some(view => view.shown) ? nothing : html`<button class="btn btn-sm btn-link" @click=${() => this.save(query)}>Save this list</button>`}
      ${views.filter(view => view.shown && view.own).map(view => html`<button class="btn btn-sm btn-link" @click=${() => this.rename(view)}>Rename</button>
        <button class="btn btn-sm btn-link" @click=${() => this.remove(view)}>Delete</button>`)}</nav>`;
  }
}

/** A query of the API as the page's address: there, ended tasks have to be asked for. */
function address(query) {
  const asked = new URLSearchParams(query);
  if (!asked.has('active') && !asked.has('q') && !asked.getAll('flag').includes('abandoned')) asked.set('active', 'any');
  return asked.toString();
}

function normal(asked) {
  asked.sort();
  return asked.toString();
}
