import { html, nothing, render, repeat } from './lit.js';
import { settle } from './live.js';
import { ago, empty, left, notice, span, taskLink, usd, words } from './parts.js';
import { api, load, me, now, supervises } from './server.js';

const SILENT = 15 * 60 * 1000;

/** Who works: what they hold, whether they are alive, what they got done. */
export async function open(place) {
  const page = new Agents(place);
  await page.load();
  return page;
}

class Agents {
  constructor(place) {
    this.place = place;
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
    const quiet = this.agents.filter(silent).length;
    render(html`<div class="head"><h1>Agents</h1><span class="hint">${this.agents.length} with work, a token or steps in the last ${span(now() - Date.parse(this.since))}${quiet ? `; ${quiet} silent` : ''}</span></div>
      ${this.agents.length ? html`<div class="scroll"><table class="list"><thead><tr><th>Agent</th><th>Last seen</th><th>Holds</th><th class="num">Done</th><th class="num">Failed</th><th class="num">Runs</th><th class="num">Cost</th><th><span class="sr">Actions</span></th></tr></thead>
        <tbody>${repeat(this.agents, agent => agent.id, agent => this.row(agent))}</tbody></table></div>`
        : empty('No agent has been here yet.', html`Agents sign in with a token and claim tasks: <a href="/swagger-ui.html">the API</a>.`)}`, this.place);
  }

  row(agent) {
    return html`<tr data-agent=${agent.id}>
      <td><a href=${'/tasks?active=any&assignee=' + encodeURIComponent(agent.id)}><strong>${agent.id}</strong></a>${agent.id === me.id ? ' (you)' : nothing}
        ${agent.paused ? html`<div><span class="chip warn">Paused</span> <small>by ${agent.paused.by}${agent.paused.reason ? ': ' + agent.paused.reason : nothing}</small></div>` : nothing}
        ${agent.tokens.map(token => html`<div class="held"><small title=${'created ' + token.createdAt}>Token ${token.name}: ${span(now() - Date.parse(token.createdAt))} old, ${left(token.expiresAt)}</small>
          <button class="btn btn-sm btn-link" @click=${() => this.revoke(agent, token)} aria-label=${`Revoke ${token.name} of ${agent.id}`}>Revoke</button></div>`)}</td>
      <td>${agent.lastSeenAt ? ago(agent.lastSeenAt) : html`<span class="hint">not in this time</span>`} ${silent(agent) ? html`<span class="chip bad">Silent</span>` : nothing}</td>
      <td>${agent.holds.length ? agent.holds.slice(0, 5).map(held => html`<div class="held"><span>${taskLink(held.task, held.title)}</span> <small>${words(held.state)} · ${left(held.leaseExpiresAt)}${held.note ? ' · ' + held.note : nothing}</small>
          ${supervises() ? html`<button class="btn btn-sm btn-link" @click=${() => this.release(held)} aria-label=${'Release ' + held.title}>Release</button>` : nothing}</div>`) : html`<span class="hint">nothing</span>`}
        ${agent.holds.length > 5 ? html`<a href=${'/tasks?assignee=' + encodeURIComponent(agent.id)}><small>and ${agent.holds.length - 5} more</small></a>` : nothing}</td>
      <td class="num">${agent.done}</td><td class="num">${agent.failed}</td><td class="num">${agent.runs}</td><td class="num">${usd(agent.costUsd)}</td>
      <td>${supervises() ? html`<button class="btn btn-sm" @click=${() => this.pause(agent)}>${agent.paused ? 'Resume' : 'Pause'}<span class="sr"> ${agent.id}</span></button>` : nothing}</td></tr>`;
  }

  async act(path, body, method, said) {
    const answer = await api(path, body, method);
    notice(answer.ok ? said : answer.body?.detail ?? 'It was refused');
    await this.load();
  }

  pause(agent) {
    if (agent.paused) return this.act(`/agents/${encodeURIComponent(agent.id)}/resume`, {}, 'POST', `${agent.id} gets work again.`);
    const reason = prompt(`${agent.id} gets no more work until somebody resumes it. Why?`, '');
    if (reason !== null) this.act(`/agents/${encodeURIComponent(agent.id)}/pause`, { reason }, 'POST', `${agent.id} gets no more work.`);
  }

  revoke(agent, token) {
    if (confirm(`Revoke the token "${token.name}" of ${agent.id}? It can't be used from then on.`)) {
      this.act('/tokens/' + encodeURIComponent(token.id), undefined, 'DELETE', 'The token is revoked.');
    }
  }

  /** Where the diagram has a way back, it is taken; else the task's page shows what can be done. */
  async release(held) {
    const path = `/tasks/${encodeURIComponent(held.task)}`;
    const { transitions } = await load(path + '/transitions');
    const way = transitions.find(option => option.permitted && /^(release|recover|unassign|reset)$/.test(option.trigger));
    if (!way) return notice('No move takes this task away from its holder: open the task to see what is possible.');
    if (confirm(`${words(way.trigger)}: take "${held.title}" away from ${held.user}?`)) this.act(path + '/transitions', { trigger: way.trigger, payload: {} }, 'POST', 'It is released.');
  }
}

/** Holds something and has not been heard of for a while. */
const silent = agent => agent.holds.length > 0 && now() - Date.parse(agent.lastSeenAt ?? 0) > SILENT;
