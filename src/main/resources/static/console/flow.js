import { diagram } from './diagram.js';
import { html, nothing, render } from './lit.js';
import { settle } from './live.js';
import { ago, empty, span, taskLink, usd, words } from './parts.js';
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
    const [flow, costs, budgets] = await Promise.all([this.key ? load(`/lifecycles/${encodeURIComponent(this.key)}/flow`) : null, attempt('/figures/costs', []), attempt('/figures/budgets', [])]);
    const order = this.key ? [...(await lifecycle(this.key)).states].sort((a, b) => a.terminal - b.terminal).map(state => state.name) : [];
    flow?.states.sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
    Object.assign(this, { flow, costs, budgets });
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
      if (medianSeconds != null) drawing.foot(id, span(medianSeconds * 1000));
      drawing.hover(id, `${words(state)}: ${tasks ?? 0} tasks${medianSeconds == null ? '' : `, median stay ${span(medianSeconds * 1000)}`}`);
    }
  }

  nameOf(key) {
    return this.all.find(one => one.key === key)?.name ?? key;
  }

  changed() {
    this.refresh();
  }

  draw() {
    render(html`<div class="head"><h1>Flow and cost</h1></div>
      <nav class="views" aria-label="Lifecycles">${this.all.map(one => html`<a class="view" href=${'/flow?lifecycle=' + one.key} aria-current=${one.key === this.key ? 'true' : nothing}>${one.name ?? one.key} <b>${total(one)}</b></a>`)}</nav>
      ${this.flow ? html`
        <section class="card"><h2>Tasks in each state, and the median time they stay</h2>${this.picture?.element ?? nothing}</section>
        <div class="split"><section class="card"><h2>States</h2>
          <div class="scroll"><table class="list"><thead><tr><th>State</th><th class="num">Tasks</th><th class="num">Left it</th><th class="num">Median stay</th><th class="num">Came back</th></tr></thead><tbody>
            ${this.flow.states.map(one => html`<tr><td><a href=${`/tasks?active=any&lifecycle=${this.key}&state=${one.state}`}>${words(one.state)}</a></td><td class="num">${one.tasks ? html`<a href=${`/tasks?active=any&lifecycle=${this.key}&state=${one.state}`}>${one.tasks}</a>` : 0}</td><td class="num">${one.left}</td>
              <td class="num">${one.medianSeconds == null ? '–' : span(one.medianSeconds * 1000)}</td><td class="num">${one.returns || ''}</td></tr>`)}</tbody></table></div>
          <p class="hint">From the last ${this.flow.steps} steps, the first of them ${ago(this.flow.since)}. A task came back if it was tried again or sent back to a state that it had left.</p></section>
        <div><section class="card"><h2>Arrivals and completions</h2>${days(this.flow.days)}</section>
          <section class="card"><h2>Refused moves</h2>${refusals(this.flow.refusals)}</section></div></div>` : nothing}
      <section class="card"><h2>Cost</h2>${this.costs.length ? html`<div class="grid">${[['day', 'By day'], ['user', 'By agent'], ['lifecycle', 'By lifecycle']].map(([field, title]) => html`<div><h3>${title}</h3>${bars(sums(this.costs, field).map(([name, sum]) => [field === 'day' ? day(name) : field === 'lifecycle' ? this.nameOf(name) : name, sum]), usd)}</div>`)}</div>
        <p class="hint">Reported runs of the last 14 days.</p>${against(this.budgets, key => this.nameOf(key))}` : empty('No run was reported in the last 14 days.', html`Agents report what they spend with <code>POST /api/tasks/{id}/runs</code>.`)}</section>`, this.place);
  }
}

const REASONS = {
  NO_SUCH_TRANSITION: 'not possible from its state', FORBIDDEN: 'not for this person or agent', INVALID: 'something missing or wrong', CONFLICT: 'overtaken by another', STALE_LEASE: 'the lease was lost'
};

function refusals(list) {
  if (!list.length) return html`<p class="hint">None in the last 14 days.</p>`;
  const reasons = new Map();
  list.forEach(one => reasons.set(REASONS[one.reason] ?? words(one.reason), (reasons.get(REASONS[one.reason] ?? words(one.reason)) ?? 0) + one.count));
  return html`${bars([...reasons], String, 'bad')}
    <details><summary class="hint">By move</summary><table class="table"><tbody>${list.slice(0, 20).map(one => html`<tr><td>${one.trigger ? html`<code>${one.trigger}</code>` : 'unknown'}</td><td>${REASONS[one.reason] ?? words(one.reason)}</td><td class="num">${one.count}</td></tr>`)}</tbody></table></details>
    <p class="hint">In the last 14 days. A refused move changes nothing.</p>`;
}

/** What was spent of the budgets: by lifecycle, and the tasks that are nearest to their limit. */
function against(budgets, nameOf) {
  if (!budgets.length) return nothing;
  const sum = (list, field) => list.reduce((total, one) => total + Number(one[field]), 0);
  const keys = [...new Set(budgets.map(one => one.lifecycle))];
  return html`<h3>Against budgets</h3><div class="scroll"><table class="list"><thead><tr><th>Lifecycle</th><th class="num">Tasks</th><th class="num">Over budget</th><th class="num">Spent</th><th class="num">Budget</th></tr></thead><tbody>
      ${keys.map(key => budgets.filter(one => one.lifecycle === key)).map(list => html`<tr><td><a href=${'/tasks?active=any&lifecycle=' + list[0].lifecycle}>${nameOf(list[0].lifecycle)}</a></td><td class="num">${list.length}</td>
        <td class="num">${list.filter(one => one.costUsd > one.budgetUsd).length}</td><td class="num">${usd(sum(list, 'costUsd'))}</td><td class="num">${usd(sum(list, 'budgetUsd'))}</td></tr>`)}</tbody></table></div>
    <h3>Nearest to their limit</h3><div class="bars">${budgets.filter(one => !one.ended).slice(0, 8).map(one => html`<span>${taskLink(one.task, one.title)}</span>
      <svg class="bar-line ${one.costUsd > one.budgetUsd ? 'bad' : 'ok'}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width=${Math.min(100, one.costUsd / one.budgetUsd * 100)} height="10"></rect></svg>
      <span class="num">${usd(one.costUsd)} of ${usd(one.budgetUsd)}</span>`)}</div>`;
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

/** 2026-11-18 as people say it. */
const day = text => new Date(text + 'T00:00:00Z').toLocaleDateString(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

function days(list) {
  if (!list.length) return html`<p class="hint">Nothing came or went in the last 14 days.</p>`;
  return html`<h3>Created</h3>${bars(list.map(one => [day(one.day), one.created]), String)}
    <h3>Completed</h3>${bars(list.map(one => [day(one.day), one.completed]), String, 'ok')}
    ${list.some(one => one.failed) ? html`<h3>Ended otherwise</h3>${bars(list.map(one => [day(one.day), one.failed]), String, 'bad')}` : nothing}`;
}
