import { html, nothing } from './lit.js';
import { attempt, me } from './server.js';

const KEPT = 'baton-views';

/** Lists that people come back to: some that everybody needs, and their own, kept in this browser. */
export class Views {
  constructor(query, update) {
    this.query = query;
    this.update = update;
    this.own = read();
  }

  list() {
    return [
      { name: 'Running', query: '' },
      { name: 'Waits for me', query: 'waitingFor=' + encodeURIComponent(me.id) },
      { name: 'Mine', query: 'mine=true' },
      { name: 'Overdue', query: 'flag=overdue' },
      { name: 'Blocked by a failed one', query: 'flag=blocked-by-failed' },
      { name: 'Created by me', query: 'createdBy=' + encodeURIComponent(me.id) },
      { name: 'Abandoned', query: 'flag=abandoned', all: true },
      ...this.own.map(one => ({ ...one, own: true }))];
  }

  /** Numbers come after the list; one that fails just has none. */
  async count() {
    this.counts ??= new Map();
    await Promise.all(this.list().map(async view => {
      const asked = new URLSearchParams(view.query);
      ['sort', 'show'].forEach(name => asked.delete(name));
      if (!view.all && !asked.has('active') && !asked.has('q')) asked.set('active', 'true');
      if (asked.get('active') === 'any') asked.delete('active');
      this.counts.set(view.query, (await attempt('/tasks/count?' + asked))?.count);
    }));
    this.update();
  }

  current() {
    const query = new URLSearchParams(this.query);
    query.delete('show');
    return query.toString();
  }

  save() {
    const name = prompt('A name for this list')?.trim();
    if (name) this.keep([...this.own, { name, query: this.current() }]);
  }

  keep(own) {
    this.own = own;
    localStorage.setItem(KEPT, JSON.stringify(own));
    this.update();
    this.count();
  }

  render() {
    const current = this.current();
    const known = this.list().some(view => view.query === current);
    return html`<nav class="views" aria-label="Lists">${this.list().map(view => html`
      <a class="view" href=${'/tasks' + (view.query ? '?' + view.query : '')} aria-current=${view.query === current ? 'true' : nothing}>${view.name} <b>${this.counts?.get(view.query) ?? ''}</b></a>`)}
      ${known ? nothing : html`<button class="btn btn-sm btn-link" @click=${() => this.save()}>Keep this list</button>`}
      ${this.own.some(view => view.query === current) ? html`<button class="btn btn-sm btn-link" @click=${() => this.keep(this.own.filter(view => view.query !== current))}>Forget this list</button>` : nothing}</nav>`;
  }
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
}
