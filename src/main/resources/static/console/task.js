import { actionOf, title, words } from '../forms/dom.js';
import { empty as isEmpty, reading, showTextsWith } from '../forms/reading.js';
import { abandon, edit, handOver } from './changes.js';
import { diagram } from './diagram.js';
import { askText } from './dialogs.js';
import { html, nothing, render } from './lit.js';
import { settle } from './live.js';
import { markdown } from './markdown.js';
import { Moves } from './moves.js';
import { ago, flags, left, notice, person, role, since, stateChip, taskLink, usd } from './parts.js';
import { folded, judged, parts, question } from './question.js';
import { comparison } from './rounds.js';
import { api, attempt, lifecycle, load, me, supervises } from './server.js';
import { entries, timeline } from './timeline.js';

showTextsWith(markdown);

/** Shown in places of their own. */
const ELSEWHERE = ['messages', 'comments', 'runs', 'handovers', 'heartbeat', 'snapshots', 'outputs', 'assigneeIds', 'budgetUsd', 'approval',
  'costSummary', 'failedRuns', 'waitingFor', 'reviewersNeeded', 'resumedFrom', 'resumedBy'];

/** A task: what it needs now, what it is about, where it stands and how it came there. */
export async function open(place, context) {
  const page = new TaskPage(place, context);
  await page.load();
  return page;
}

class TaskPage {
  constructor(place, context) {
    this.place = place;
    this.context = context;
    this.path = '/tasks/' + encodeURIComponent(context.id);
    this.refresh = settle(() => this.load().catch(() => {}));
    this.clock = setInterval(() => document.hidden || this.draw(), 15_000);
    this.comment = '';
    this.titles = new Map();
  }

  async load() {
    const [task, options, history, dependents] = await Promise.all([
      load(this.path), load(this.path + '/transitions'), load(this.path + '/history'),
      attempt('/tasks?limit=50&abandoned=true&blockedBy=' + encodeURIComponent(this.context.id), { tasks: [] })]);
    this.lifecycle = await lifecycle(task.lifecycle, task.version);
    Object.assign(this, { task, history, dependents: dependents.tasks, sections: undefined });
    if (this.moves) this.moves.set(task, options.transitions);
    else this.moves = new Moves(task, options.transitions, { update: () => this.draw(), done: () => this.load() });
    this.moves.titles = this.titles;
    this.context.title(task.title);
    this.picture ??= diagram(task.lifecycle, task.version);
    this.draw();
    this.picture.mark(task, history);
    await this.callByName();
  }

  /** The titles of related tasks, of which the server gives the ids. */
  async callByName() {
    const { task } = this;
    const ids = [task.parent?.id ?? task.parent, task.data.resumedFrom, task.data.resumedBy, ...task.blockedBy.map(one => one.id), ...(task.children ?? []).map(one => one.id ?? one)];
    const unknown = ids.filter(id => id && !this.titles.has(id)).slice(0, RELATED);
    if (!unknown.length) return;
    const found = await Promise.all(unknown.map(id => attempt('/tasks/' + encodeURIComponent(id) + '?view=summary')));
    found.forEach((one, i) => this.titles.set(unknown[i], one?.title ?? unknown[i]));
    this.draw();
  }

  link(id) {
    return taskLink(id, this.titles.get(id));
  }

  changed(event) {
    const ours = [this.context.id, ...this.task.blockedBy.map(one => one.id), ...this.dependents.map(one => one.id)];
    if (event.kind === 'any' || ours.includes(event.task)) this.refresh();
  }

  unsaved() {
    return this.moves?.unsaved() || this.comment.trim() !== '';
  }

  close() {
    clearInterval(this.clock);
    this.picture?.close();
  }

  draw() {
    const { task } = this;
    render(html`<article>
      <div class="chips"><a href=${'/tasks?lifecycle=' + task.lifecycle}>${this.lifecycle.name ?? task.lifecycle}</a> ${stateChip(task)} ${flags(task)}
        <span class="hint">for ${since(task.stateEnteredAt)}</span></div>
      <h1>${task.title}</h1>
      <div class="split"><div>
        ${this.next()}
        ${this.about()}
        </div><div>
        ${this.facts()}
        ${this.related()}
        <section class="card"><h2>What happened</h2>${this.commentBox()}
          ${this.happened()}</section>
        </div></div>
        <section class="card"><h2>Where it stands</h2>${this.picture.element}</section></article>`, this.place);
  }

  /** The step that led to the present state. */
  arrived() {
    return [...this.history].reverse().find(step => step.kind !== 'edit' && step.kind !== 'within');
  }

  /** A reviewer gives a verdict before seeing those of others. */
  reviewing() {
    return this.moves.open.some(move => move.option.trigger === 'submit-review');
  }

  next() {
    const { task } = this;
    if (!task.active) {
      const end = task.abandonment;
      const last = this.arrived();
      this.outcome ??= last && folded(question(last, this.lifecycle, task));
      return html`<section class="card"><h2>${task.abandonedAt ? 'This task was abandoned' : 'This task has ended'}</h2>
        <p>${task.abandonedAt ? html`${end?.by ?? 'Somebody'}, ${ago(task.abandonedAt)}` : html`It ended as ${stateChip(task)} ${ago(task.stateEnteredAt)}.`}</p>
        ${end?.reason ? html`<div class="asked">${this.why ??= reading(end.reason)}</div>` : nothing}
        ${!task.abandonedAt && this.outcome ? this.saying(last, this.outcome) : nothing}
        ${this.canResume() ? html`<p class="btns"><button class="btn btn-primary" @click=${() => this.resume()}>Resume in a new task …</button></p>` : nothing}
        ${this.moves.open.length ? this.moves.render({ quiet: true }) : nothing}</section>`;
    }
    const arrived = this.arrived();
    if (this.asked?.number !== arrived?.number) this.asked = { number: arrived?.number, said: arrived && folded(question(arrived, this.lifecycle, task)) };
    const stepsIn = this.isWithAgent();
    return html`<section class="card" aria-labelledby="next"><h2 id="next">${stepsIn ? 'With an agent' : this.moves.open.length ? 'What now?' : task.flags.includes('blocked-by-failed') ? 'It can\'t go on by itself' : 'Nothing for you to do here'}</h2>
      ${this.asked.said && arrived.from ? this.saying(arrived, this.asked.said) : nothing}
      ${this.asked.said ? comparison(this.history, this.lifecycle, task, name => this.asking().includes(name)) : nothing}
      ${this.stopped(arrived)}
      ${this.held()}
      ${stepsIn ? html`<p>${this.waiting()} If need be, you can step in:</p>` : this.moves.open.length ? nothing : html`<p>${this.waiting()}</p>`}
      ${this.moves.render({ quiet: stepsIn })}</section>`;
  }

  /** What somebody said or brought with a step. */
  saying(step, said) {
    return html`<div class="asked"><div class="by">${step.actor} · ${step.trigger ? actionOf(step, this.lifecycle) : words(step.kind)} · ${ago(step.at)}</div>${said}</div>`;
  }

  /** Whether a person could do what an agent is there for. */
  isWithAgent() {
    const { task } = this;
    const state = this.lifecycle.states.find(one => one.name === task.state);
    const mine = [task.assignee, ...task.data.assigneeIds ?? []].includes(me.id);
    return this.moves.open.length > 0 && state?.waitsFor === 'agent' && !mine && !task.flags.includes('question') && !/block|suspend/i.test(task.state);
  }

  /** Why it is blocked, where the step that led here does not say it. */
  stopped(arrived) {
    const reason = this.task.data.block?.reason;
    if (typeof reason !== 'string' || Object.values(arrived?.payload ?? {}).includes(reason)) return nothing;
    return html`<p class="note">${reason.replace(/\b[a-z]+[A-Z]\w*/g, name => 'the ' + words(name).toLowerCase())}.</p>`;
  }

  /** The tasks that keep it waiting, and what to do about one that will never finish. */
  held() {
    const open = this.task.blockedBy.filter(one => !this.finished(one));
    if (!open.length) return nothing;
    const failed = this.task.flags.includes('blocked-by-failed');
    return html`<p class="note">It waits for ${open.map((one, i) => html`${i ? ', ' : nothing}${this.link(one.id)} (${words(one.state).toLowerCase()})`)}.
      ${failed ? 'One of them failed, so this will not go on by itself. Change what it waits for, or abandon it.' : nothing}</p>`;
  }

  finished(blocker) {
    return /complet|done/i.test(blocker.state);
  }

  waiting() {
    const { task } = this;
    const state = this.lifecycle.states.find(one => one.name === task.state);
    const people = (task.data.waitingFor ?? []).map(one => one.person).filter(Boolean);
    if (/block/i.test(task.state) && task.blockedBy.some(one => !this.finished(one))) return task.flags.includes('blocked-by-failed') ? nothing : 'It goes on by itself when they have finished.';
    if (people.length) return html`It waits for ${people.map((one, i) => html`${i ? ', ' : nothing}${person(one)}`)}.`;
    if (state?.waitsFor === 'person') return this.whoMay();
    if (task.assignee && task.assignee !== me.id) return html`${person(task.assignee)} works on it.`;
    return state?.waitsFor === 'agent' ? 'It waits for an agent.' : 'It goes on by itself.';
  }

  /** Those who may take the first of the moves that the state is for. */
  whoMay() {
    const roles = (this.moves.closed[0]?.roles ?? []).filter(one => one !== 'system').map(one => role(one).toLowerCase());
    return roles.length ? `It waits for ${roles.slice(0, -1).join(', ')}${roles.length > 1 ? ' or ' : ''}${roles.at(-1)}.` : 'It waits for somebody else.';
  }

  about() {
    const { lifecycle } = this;
    this.sections ??= this.documents();
    return html`<section class="card" aria-label="What it is about">
      ${this.sections.length ? this.sections : html`<p class="hint">It has a title and nothing more${lifecycle.start.some(one => one.name === 'description') ? '' : ': this lifecycle has no description'}.</p>`}
      ${comparison(this.history, lifecycle, this.task, name => !this.asking().includes(name))}</section>`;
  }

  /** What is at the top of the page already. */
  asking() {
    const arrived = this.arrived();
    return !this.task.abandonedAt && arrived?.from ? [...Object.keys(arrived.payload ?? {}), judged(arrived, this.task), ...parts(arrived, this.lifecycle, this.task)] : [];
  }

  /** What the task was created with first, then what was added. */
  documents() {
    const { task, lifecycle } = this;
    const asked = lifecycle.start.map(artifact => artifact.name);
    const hidden = [...ELSEWHERE, ...this.asking(), ...this.reviewing() ? ['reviews'] : []];
    const names = Object.keys(task.data).filter(name => !isEmpty(task.data[name]) && !hidden.includes(name) && !this.isKnown(name));
    const rank = name => !task.active && OUTCOMES.includes(name) ? -2 : name === 'description' ? -1 : asked.includes(name) ? asked.indexOf(name) : 100;
    const short = names.filter(name => name !== 'description' && brief(task.data[name]));
    const long = names.filter(name => !short.includes(name)).sort((a, b) => rank(a) - rank(b)).map(name => {
      const heading = title(lifecycle.schemas[name], name);
      const shown = reading(task.data[name], lifecycle.schemas[name]);
      const grown = Array.isArray(task.data[name]) && task.data[name].some(one => one?.at && one?.by);
      return grown || !lifecycle.schemas[name] && typeof task.data[name] === 'object' && !OUTCOMES.includes(name)
        ? html`<details data-section=${name}><summary><strong>${heading}</strong>${grown ? ` (${task.data[name].length})` : nothing}</summary>${shown}</details>`
        : html`<section data-section=${name}><h3>${heading}</h3>${shown}</section>`;
    });
    const facts = short.sort((a, b) => rank(a) - rank(b)).map(name => html`<dt>${title(lifecycle.schemas[name], name)}</dt>
      <dd data-section=${name}>${Array.isArray(task.data[name]) ? task.data[name].join(', ') : reading(task.data[name], lifecycle.schemas[name])}</dd>`);
    return [...long, ...facts.length ? [html`<dl class="facts">${facts}</dl>`] : []];
  }

  /** What the page says elsewhere: in the question, or as who created it. */
  isKnown(name) {
    const value = this.task.data[name];
    const asked = this.asking().length ? Object.values(this.arrived().payload ?? {}) : [];
    return asked.includes(value) && typeof value === 'string' || value === this.task.createdBy && !this.lifecycle.schemas[name]?.title;
  }

  /** The newest entries; a task that goes on for months has thousands. */
  happened() {
    const all = entries(this.task, this.history, this.lifecycle, { hideReviews: this.reviewing() });
    const shown = this.everything ? all : all.slice(0, RECENT);
    return html`${timeline(shown, this.lifecycle)}${shown.length < all.length ? html`<button class="btn btn-sm" @click=${() => { this.everything = true; this.draw(); }}>Show all ${all.length.toLocaleString('en')}</button>` : nothing}`;
  }

  facts() {
    const { task } = this;
    const beat = task.data.heartbeat;
    const run = task.data.checkpoint ?? {};
    const cost = task.data.costSummary?.totalCost ?? task.data.totalCost ?? run.cost_total_usd;
    const budget = task.data.budgetUsd ?? run.budget_usd;
    return html`<section class="card"><h2>Facts</h2><dl class="facts">
      <dt>Id</dt><dd class="id">${task.id}</dd>
      <dt>Assignee</dt><dd>${task.data.assigneeIds?.length > 1 ? task.data.assigneeIds.map(one => html`${person(one)} `) : person(task.assignee)}</dd>
      ${task.active && task.data.waitingFor?.some(one => one.person) ? html`<dt>Waits for</dt><dd>${task.data.waitingFor.filter(one => one.person).map(one => html`${person(one.person)} `)}</dd>` : nothing}
      ${task.active && task.lease ? html`<dt>Lease</dt><dd>${left(task.lease.expiresAt)}${task.claimedAt ? html` · held for ${since(task.claimedAt)}` : nothing}</dd>` : nothing}
      ${beat ? html`<dt>Last sign of life</dt><dd>${ago(beat.at)}${beat.note ? ' · ' + beat.note : nothing}</dd>` : nothing}
      <dt>Priority</dt><dd>${task.priority}</dd>
      ${task.attempts ? html`<dt>Attempts</dt><dd>${task.attempts} of ${task.maxAttempts}</dd>` : nothing}
      ${run.current_phase ? html`<dt>Phase</dt><dd>${words(run.current_phase)}${run.attempt ? `, attempt ${run.attempt}` : nothing}${run.tier ? ` on ${run.tier}` : nothing}${run.strategy ? html`<br><small>${words(run.strategy)}</small>` : nothing}</dd>` : nothing}
      ${cost || budget ? html`<dt>Cost</dt><dd>${usd(cost)}${budget ? ' of ' + usd(budget) : nothing}</dd>` : nothing}
      <dt>Created</dt><dd>${ago(task.createdAt)} by ${task.createdBy}</dd>
      <dt>Changed</dt><dd>${ago(task.updatedAt)}</dd></dl>
      ${this.changes()}</section>`;
  }

  /** What changes a task without moving it. */
  changes() {
    const { task } = this;
    const mine = [task.createdBy, task.assignee, ...task.data.assigneeIds ?? []].includes(me.id);
    const button = (text, ask, done) => html`<button class="btn btn-sm" @click=${() => this.changeBy(ask, done)}>${text} …</button>`;
    const offers = [
      task.active && (mine || supervises()) ? button('Change', () => edit(task), 'It is changed.') : null,
      task.active && task.lease && task.assignee && supervises() ? button('Hand over', () => handOver({ id: task.id, title: task.title, holder: task.assignee }), 'It is handed over.') : null,
      task.active && ['human', 'admin'].some(group => me.groups.includes(group)) ? button('Abandon', () => abandon(task), 'It is abandoned.') : null].filter(Boolean);
    return offers.length ? html`<p class="btns">${offers}</p>` : nothing;
  }

  /** A run of a pipeline that was stopped, and not taken up yet. */
  canResume() {
    const { task } = this;
    return task.lifecycle === 'pipeline' && task.terminal && /stop/i.test(task.state) && task.data.checkpoint && !task.data.resumedBy;
  }

  async resume() {
    const budget = await askText({ title: 'Resume in a new task?', text: 'It goes on from the checkpoint.', label: 'Budget in USD', action: 'Resume',
      check: text => text && !(Number(text) > 0) ? 'Enter an amount.' : null });
    if (budget === null) return;
    const { ok, body } = await api(this.path + '/resume', budget ? { budgetUsd: Number(budget) } : {});
    if (ok) this.context.go('/tasks/' + encodeURIComponent(body.id));
    else notice(body?.errors?.map(error => error.message).join('; ') || body?.detail || 'It was refused');
  }

  async changeBy(ask, done) {
    const answer = await ask();
    if (!answer) return;
    notice(answer.ok ? done : answer.body?.errors?.map(error => error.message).join('; ') || answer.body?.detail || 'It was refused');
    await this.load();
  }

  related() {
    const { task, dependents } = this;
    const run = id => typeof id === 'string' ? [{ id }] : [];
    const groups = [['Waits for', task.blockedBy], ['Goes on from', run(task.data.resumedFrom)], ['Goes on in', run(task.data.resumedBy)], ['These wait for it', dependents],
      ['Part of', task.parent ? [{ id: task.parent.id ?? task.parent }] : []], ['Parts', (task.children ?? []).map(one => one.id ? one : { id: one })]].filter(([, list]) => list.length);
    return groups.length ? html`<section class="card"><h2>Related tasks</h2>${groups.map(([name, list]) => html`<h3>${name}</h3>
      <ul class="baton-list">${list.map(one => html`<li>${one.title ? taskLink(one.id, one.title) : this.link(one.id)} ${one.state ? stateChip(one) : nothing}</li>`)}</ul>`)}</section>` : nothing;
  }

  commentBox() {
    return html`<form @submit=${event => this.say(event)}>
      <label class="sr" for="comment">Comment</label>
      <textarea id="comment" class="form-control" rows="2" maxlength="10000" placeholder="Say something about this task" .value=${this.comment}
        @input=${event => { this.comment = event.target.value; }}></textarea>
      <p class="btns"><button class="btn btn-sm">Comment</button></p></form>`;
  }

  async say(event) {
    event.preventDefault();
    if (!this.comment.trim()) return;
    const { ok, body } = await api(this.path + '/comments', { text: this.comment });
    if (!ok) return notice(body?.detail ?? 'The comment was not taken');
    this.comment = '';
    await this.load();
  }
}

/** How many entries of the timeline are shown at first. */
const RECENT = 50;

/** How many related tasks are asked for their titles. */
const RELATED = 20;

/** What a task was for; shown first when it has ended. */
const OUTCOMES = ['finalReport', 'finalResult', 'completionRecord', 'deliverable', 'result', 'lastError', 'error'];

/** A value that fits beside its name. */
const brief = value => typeof value !== 'object' && String(value).length < 100 || Array.isArray(value) && value.every(one => typeof one === 'string' && one.length < 40);
