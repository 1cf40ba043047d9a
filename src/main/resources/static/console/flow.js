import { diagram } from './diagram.js';
import { html, nothing, render } from './lit.js';
import { settle } from './live.js';
import { ago, empty, span, usd, words } from './parts.js';
import { attempt, lifecycle, load } from './server.js';

/** How tasks flow through a lifecycle, and what the fleet costs. */
export async function open(place, context) {
  const page = new Flow(place, context);
  await page.load();
  return page;
}

class Flow {
  constructor(place, { query }) {
    this.place = place;
    this.key = query.get('lifecycle');
    this.refresh = settle(() => this.load().catch(() => {}), 3000);
  }

  async load() {
    this.all ??= await load('/lifecycles');
    this.key ??= [...this.all].sort((a, b) => total(b) - total(a))[0]?.key;
    const [flow, costs] = await Promise.all([this.key ? load(`/lifecycles/${encodeURIComponent(this.key)}/flow`) : null, attempt('/figures/costs', [])]);
    const order = this.key ? [...(await lifecycle(this.key)).states].sort((a, b) => a.terminal - b.terminal).map(state => state.name) : [];
    flow?.states.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    Object.assign(this, { flow, costs });
    this.picture ??= this.key && diagram(this.key);
    this.picture?.ready.then(drawing => drawing && this.mark(drawing));
    this.draw();
  }

  mark(drawing) {
    drawing.clear();
    const figures = new Map(this.flow.states.map(one => [one.state, one]));
    for (const [state, id] of drawing.homes) {
      const { tasks, medianSeconds } = figures.get(state) ?? {};
      if (tasks) drawing.badge(id, tasks);
      drawing.hover(id, `${words(state)}: ${tasks ?? 0} tasks${medianSeconds == null ? '' : `, median stay ${span(medianSeconds * 1000)}`}`);
    }
  }

  changed() {
    this.refresh();
  }

  draw() {
    render(html`<div class="head"><h1>Flow and cost</h1></div>
      <nav class="views" aria-label="Lifecycles">${this.all.map(one => html`<a class="view" href=${'/flow?lifecycle=' + one.key} aria-current=${one.key === this.key ? 'true' : nothing}>${one.name ?? one.key} <b>${total(one)}</b></a>`)}</nav>
      ${this.flow ? html`
        <section class="card"><h2>Tasks in each state</h2>${this.picture?.element ?? nothing}</section>
        <div class="split"><section class="card"><h2>States</h2>
          <div class="scroll"><table class="list"><thead><tr><th>State</th><th class="num">Tasks</th><th class="num">Left it</th><th class="num">Median stay</th></tr></thead><tbody>
            ${this.flow.states.map(one => html`<tr><td><a href=${`/tasks?active=any&lifecycle=${this.key}&state=${one.state}`}>${words(one.state)}</a></td><td class="num">${one.tasks}</td><td class="num">${one.left}</td>
              <td class="num">${one.medianSeconds == null ? '–' : span(one.medianSeconds * 1000)}</td></tr>`)}</tbody></table></div>
          <p class="hint">From the last ${this.flow.steps} steps, the first of them ${ago(this.flow.since)}.</p></section>
        <section class="card"><h2>Arrivals and completions</h2>${days(this.flow.days)}</section></div>` : nothing}
      <section class="card"><h2>Cost</h2>${this.costs.length ? html`<div class="grid">${[['day', 'By day'], ['user', 'By agent'], ['lifecycle', 'By lifecycle']].map(([field, title]) => html`<div><h3>${title}</h3>${bars(sums(this.costs, field), usd)}</div>`)}</div>
        <p class="hint">Reported runs of the last 14 days.</p>` : empty('No run was reported in the last 14 days.', html`Agents report what they spend with <code>POST /api/tasks/{id}/runs</code>.`)}</section>`, this.place);
  }
}

const total = one => Object.values(one.tasks).reduce((a, b) => a + b, 0);

function sums(costs, field) {
  const found = new Map();
  costs.forEach(cost => found.set(cost[field], (found.get(cost[field]) ?? 0) + Number(cost.costUsd)));
  return [...found].sort((a, b) => field === 'day' ? (a[0] < b[0] ? -1 : 1) : b[1] - a[1]).slice(0, 14);
}

/** Bars that are a table too: each has its name and its number. */
function bars(rows, format, kind = '') {
  const most = Math.max(...rows.map(([, value]) => value), 1e-9);
  return html`<div class="bars">${rows.map(([name, value]) => html`<span>${name}</span>
    <svg class="bar-line ${kind}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${value / most * 100} height="10"></rect></svg><span class="num">${format(value)}</span>`)}</div>`;
}

function days(list) {
  if (!list.length) return html`<p class="hint">Nothing came or went in the last 14 days.</p>`;
  const name = day => day.day.slice(5);
  return html`<h3>Created</h3>${bars(list.map(day => [name(day), day.created]), String)}
    <h3>Completed</h3>${bars(list.map(day => [name(day), day.completed]), String, 'ok')}
    ${list.some(day => day.failed) ? html`<h3>Ended otherwise</h3>${bars(list.map(day => [name(day), day.failed]), String, 'bad')}` : nothing}`;
}
