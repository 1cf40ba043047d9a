import { action } from '../forms/dom.js';
import { handOver } from './changes.js';
import { ask, askMove, askText } from './dialogs.js';
import { html, nothing, render, repeat } from './lit.js';
import { settle } from './live.js';
import { ago, empty, left, notice, span, taskLink, usd, words } from './parts.js';
import { api, load, me, now, supervises } from './server.js';

const SILENT = 15 * 60 * 1000;
/** When the end of a token is worth a word. */
const SOON = 14 * 24 * 3600 * 1000;

/** Who works: what they hold, whether they are alive, what they got done. */
export async function open(place, { query }) {
  const page = new Agents(place, query);
  await page.load();
  return page;
}

/** Which agents are shown. */
const KINDS = {
  all: ['All', () => true], holding: ['With work', agent => agent.holds.length > 0], silent: ['Silent', agent => silent(agent)], paused: ['Paused', agent => agent.paused]
};

class Agents {
  constructor(place, query) {
    this.place = place;
    this.kind = KINDS[query.get('show')] ? query.get('show') : 'all';
    this.text = '';
    this.refresh = settle(() => this.load().catch(() => {}), 3000);
    this.clock = setInterval(() => document.hidden || this.draw(), 10_000);
  }

  async load() {
    const { agents, since } = await load('/agents');
    this.since = since;
    const order = new Map((this.agents ?? []).map((agent, i) => [agent.id, i]));
    const rank = agent => order.get(agent.id) ?? 1e6 + (silent(agent) ? 0 : agent.holds.length ? 1 : 2);
    this.agents = agents.sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1)); // known ones stay where they are
    this.draw();
  }

  changed() {
    this.refresh();
  }

  close() {
    clearInterval(this.clock);
  }

  draw() {
    const shown = this.agents.filter(agent => KINDS[this.kind][1](agent) && agent.id.toLowerCase().includes(this.text.toLowerCase()));
    render(html`<div class="head"><h1>Agents</h1><span class="hint">with work, a token or steps in the last ${span(now() - Date.parse(this.since))}</span></div>
      <div class="tools"><nav class="views" aria-label="Agents">${Object.entries(KINDS).map(([kind, [name, belongs]]) => html`
        <a class="view" href=${kind === 'all' ? '/agents' : '/agents?show=' + kind} aria-current=${kind === this.kind ? 'true' : nothing}>${name} <b>${this.agents.filter(belongs).length}</b></a>`)}</nav>
        <input type="search" class="form-control" aria-label="Name of an agent" placeholder="Name" @input=${event => { this.text = event.target.value.trim(); this.draw(); }}></div>
      ${shown.length ? html`<div class="scroll"><table class="list"><thead><tr><th>Agent</th><th>Last seen</th><th>Holds</th><th class="num">Done</th><th class="num">Failed</th><th class="num">Runs</th><th class="num">Cost</th><th><span class="sr">Actions</span></th></tr></thead>
        <tbody>${repeat(shown, agent => agent.id, agent => this.row(agent))}</tbody></table></div>`
        : this.agents.length ? empty('No agent is like this.', html`<a href="/agents">All agents</a>`)
        : empty('No agent has been here yet.', html`Agents sign in with a token and claim tasks: <a href="/swagger-ui.html">the API</a>.`)}`, this.place);
  }

  row(agent) {
    return html`<tr data-agent=${agent.id}>
      <td><a href=${'/tasks?active=any&assignee=' + encodeURIComponent(agent.id)}><strong>${agent.id}</strong></a>${agent.id === me.id ? ' (you)' : nothing}
        ${agent.paused ? html`<div><span class="chip warn">Paused</span> <small>by ${agent.paused.by}${agent.paused.reason ? ': ' + agent.paused.reason : nothing}</small></div>` : nothing}
        ${agent.tokens.map(token => html`<div class="held"><small title=${`Created ${token.createdAt}, expires ${token.expiresAt}`}>Token ${token.name}, ${span(now() - Date.parse(token.createdAt))} old${Date.parse(token.expiresAt) - now() < SOON ? html`, ${left(token.expiresAt)}` : nothing}</small>
          <button class="btn btn-sm btn-link" @click=${() => this.revoke(agent, token)} aria-label=${`Revoke ${token.name} of ${agent.id}`}>Revoke</button></div>`)}</td>
      <td>${agent.lastSeenAt ? ago(agent.lastSeenAt) : html`<span class="hint">not in this time</span>`} ${silent(agent) ? html`<span class="chip bad">Silent</span>` : nothing}</td>
      <td>${agent.holds.length ? agent.holds.slice(0, 5).map(held => html`<div class="held"><span>${taskLink(held.task, held.title)}</span> <small>${words(held.state)} · ${left(held.leaseExpiresAt)}${held.note ? ' · ' + held.note : nothing}</small>
          ${supervises() ? html`<button class="btn btn-sm btn-link" @click=${() => this.release(held)} aria-label=${'Release ' + held.title}>Release</button>` : nothing}</div>`) : html`<span class="hint">nothing</span>`}
        ${agent.holds.length > 5 ? html`<a href=${'/tasks?assignee=' + encodeURIComponent(agent.id)}><small>and ${agent.holds.length - 5} more</small></a>` : nothing}</td>
      <td class="num">${agent.done ? html`<a href=${'/tasks?active=false&assignee=' + encodeURIComponent(agent.id)}>${agent.done}</a>` : 0}</td><td class="num">${agent.failed}</td><td class="num">${agent.runs}</td><td class="num">${usd(agent.costUsd)}</td>
      <td>${supervises() ? html`<button class="btn btn-sm" @click=${() => this.pause(agent)}>${agent.paused ? 'Resume' : 'Pause'}<span class="sr"> ${agent.id}</span></button>` : nothing}</td></tr>`;
  }

  async act(path, body, method, text) {
    await this.said(await api(path, body, method), text);
  }

  async said(answer, text) {
    notice(answer.ok ? text : answer.body?.errors?.map(error => error.message).join('; ') || answer.body?.detail || 'It was refused');
    await this.load();
  }

  async pause(agent) {
    const path = `/agents/${encodeURIComponent(agent.id)}/`;
    if (agent.paused) return this.act(path + 'resume', {}, 'POST', `${agent.id} gets work again.`);
    const reason = await askText({ title: `Pause ${agent.id}?`, text: 'It gets no more work until somebody resumes it. What it holds stays with it.', label: 'Reason', action: 'Pause' });
    if (reason !== null) await this.act(path + 'pause', { reason }, 'POST', `${agent.id} gets no more work.`);
  }

  async revoke(agent, token) {
    const sure = await ask({ title: `Revoke the token “${token.name}” of ${agent.id}?`, text: 'It can\'t be used from then on, and this can\'t be undone.', action: 'Revoke', danger: true });
    if (sure) await this.act('/tokens/' + encodeURIComponent(token.id), undefined, 'DELETE', 'The token is revoked.');
  }

  /** Where the diagram has a way back, it is taken; else the work is handed to somebody else. */
  async release(held) {
    const path = `/tasks/${encodeURIComponent(held.task)}`;
    const { transitions } = await load(path + '/transitions');
    const way = transitions.find(option => option.permitted && /^(release|recover|unassign|reset)$/.test(option.trigger));
    if (!way) {
      const answer = await handOver({ id: held.task, title: held.title, holder: held.user });
      if (answer) await this.said(answer, 'It is handed over.');
      return;
    }
    const payload = await askMove(way, { title: `Take “${held.title}” away from ${held.user}?`, text: `It is ${way.to.map(words).join(' or ').toLowerCase()} then.`, action: action(way) });
    if (payload) await this.act(path + '/transitions', { trigger: way.trigger, payload }, 'POST', 'It is released.');
  }
}

/** Holds something and has not been heard of for a while. */
const silent = agent => agent.holds.length > 0 && now() - Date.parse(agent.lastSeenAt ?? 0) > SILENT;
