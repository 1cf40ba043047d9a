import { words } from '../forms/dom.js';
import { html, nothing } from './lit.js';
import { now } from './server.js';

export { words };

const BAD = /fail|block|stopp|denied|suspend|cancel/i;
const DONE = /complet|done|finish|idle/i;

export const taskLink = (id, text) => html`<a href=${'/tasks/' + encodeURIComponent(id)}>${text ?? id}</a>`;

export function stateChip(task) {
  const kind = task.abandonedAt ? 'bad' : BAD.test(task.state) ? 'warn' : task.terminal && DONE.test(task.state) ? 'ok' : task.terminal ? 'quiet' : '';
  return html`<span class="chip ${kind}" title=${task.state}>${words(task.state)}</span>`;
}

export const flags = task => task.flags.map(flag => html`<span class="chip flag">${words(flag)}</span> `);

/** What the worker who has the task said last. */
export const noteOf = task => task.data.heartbeat?.note ? html`<div class="hint">${task.data.heartbeat.note}</div>` : nothing;

/** A count of the server, which stops at a limit: 10,000+ then. */
export const counted = answer => answer?.count === undefined || answer.count === null ? undefined : answer.count.toLocaleString('en') + (answer.atLeast ? '+' : '');

/** The longest unit that says enough: 3 min, 5 h, 2 days. */
export function span(milliseconds) {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return seconds + ' s';
  if (seconds < 3600) return Math.round(seconds / 60) + ' min';
  if (seconds < 48 * 3600) return Math.round(seconds / 3600) + ' h';
  return Math.round(seconds / 86400) + ' days';
}

const FULL = { dateStyle: 'medium', timeStyle: 'medium' };

/** How long ago, with the exact time on hover. */
export function ago(at) {
  if (!at) return nothing;
  return html`<time datetime=${at} title=${new Date(at).toLocaleString(undefined, FULL)}>${span(now() - Date.parse(at))} ago</time>`;
}

export function since(at) {
  return html`<time datetime=${at} title=${'since ' + new Date(at).toLocaleString(undefined, FULL)}>${span(now() - Date.parse(at))}</time>`;
}

/** The time until then; what is over is marked. */
export function left(at) {
  const rest = Date.parse(at) - now();
  return html`<time datetime=${at} title=${new Date(at).toLocaleString(undefined, FULL)} class=${rest < 0 ? 'chip bad' : ''}>${rest < 0 ? span(-rest) + ' over' : span(rest) + ' left'}</time>`;
}

export const usd = amount => '$' + Number(amount ?? 0).toFixed(amount && amount < 0.995 ? 3 : 2).replace(/0$/, m => amount && amount < 0.995 ? '' : m);

export const person = id => id ? html`<a href=${'/tasks?assignee=' + encodeURIComponent(id)}>${id}</a>` : html`<span class="hint">nobody</span>`;

/** Roles that a diagram reads off the task, as people say them. */
export const role = name => words(name.replace(/task\.assignee(Ids)?/g, 'assignee').replace(/task\.approval\.requestedBy/g, 'whoever asked').replace(/task\.stoppedBy/g, 'whoever blocked it').replace(/task\./g, '').replace(/\+/g, ' who is ').replace(/\?.*/, ' if allowed'));

export const empty = (title, ...text) => html`<div class="card empty"><strong>${title}</strong>${text}</div>`;

export const trouble = error => html`<p class="refused" role="alert">${error.message}</p>`;

/** Says something for a moment, to screen readers too. */
export function notice(text) {
  const place = document.querySelector('#notice');
  const shown = document.createElement('div');
  shown.textContent = text;
  place.append(shown);
  setTimeout(() => shown.remove(), 6000);
}
