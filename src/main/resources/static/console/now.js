import { actionOf } from '../forms/dom.js';
import { reading, showTextsWith } from '../forms/reading.js';
import { html, nothing, render, repeat } from './lit.js';
import { settle } from './live.js';
import { markdown } from './markdown.js';
import { Moves } from './moves.js';
import { folded, question } from './question.js';
import { ago, counted, empty, flags, left, notice, since, stateChip, taskLink, usd, words } from './parts.js';
import { attempt, lifecycle, load, me } from './server.js';

showTextsWith(markdown);

/** Where the browser remembers that somebody has read the explanation. */
const SEEN = 'baton-welcome';
const SHOWN = 10;
const LOOKED_AT = 100;
/** What is counted; the last ones should not be. */
const LISTS = [['Running', ''], ['Questions', 'flag=question'], ['Blocked', 'state=blocked&state=BLOCKED'],
  ...[['Overdue', 'overdue'], ['Late approvals', 'approval-expired'], ['Lease lost', 'lease-lost'], ['No progress', 'no-progress'],
    ['Over budget', 'over-budget'], ['Runs fail', 'runs-fail'], ['Incidents', 'timer-failed']].map(([name, flag]) => [name, 'flag=' + flag, true])];
const address = query => '/tasks' + (query && '?' + query);
const RISK = { RED: 0, YELLOW: 1, GREEN: 2 };

/** What waits for this person, with the question itself, and what is wrong elsewhere. */
export async function open(place) {
  const page = new Now(place);
  await page.load();
  return page;
}

class Now {
  constructor(place) {
    this.place = place;
    this.cards = new Map();
    this.figures_ = [...LISTS.map(([name, query]) => [name, '…', address(query)]), ['Spent today', '…', '/flow']];
    this.isNew = !localStorage.getItem(SEEN);
    this.refresh = settle(() => this.load().catch(() => {}), 3000);
    this.clock = setInterval(() => document.hidden || this.draw(), 15_000);
  }

  /** The page is there as soon as it is known what waits; what is to be said of each, and the numbers, come then. */
  async load() {
    const [waiting, mine, questions] = await Promise.all([
      load(`/tasks?active=true&waitingFor=${encodeURIComponent(me.id)}&sort=priority&limit=${LOOKED_AT}`),
      load(`/tasks?active=true&assignee=${encodeURIComponent(me.id)}&sort=priority&limit=${LOOKED_AT}`),
      attempt(`/tasks?active=true&createdBy=${encodeURIComponent(me.id)}&flag=question&sort=entered&limit=${SHOWN}`, { tasks: [] })]);
    this.forMe = new Set([...waiting.tasks, ...questions.tasks].map(task => task.id));
    const urgent = waiting.tasks.sort((a, b) => urgency(a) - urgency(b));
    const own = mine.tasks.sort((a, b) => closeness(a) - closeness(b));
    const seen = new Map([...urgent.slice(0, SHOWN), ...questions.tasks, ...own.slice(0, SHOWN), ...urgent.filter(task => this.cards.has(task.id))].map(task => [task.id, task]));
    Object.assign(this, { all_: waiting.tasks.length > SHOWN, waiting: waiting.tasks.length + (waiting.next ? '+' : ''), more: waiting.tasks.length > SHOWN || own.length > SHOWN || Boolean(mine.next) });
    const described = Promise.all([...seen.values()].map(task => this.card(task))).then(() => this.arrange(seen));
    const numbers = described.then(() => this.figures()).then(figures => {
      this.figures_ = figures;
      this.draw();
    });
    if (this.order) return numbers;
    this.draw();
    numbers.catch(error => notice(error.message));
  }

  arrange(seen) {
    const gone = [...this.cards.keys()].filter(id => !seen.has(id) && !this.cards.get(id).moves.unsaved());
    gone.forEach(id => this.cards.delete(id));
    this.order ??= [];
    const known = this.order.filter(id => this.cards.has(id));
    const fresh = [...this.cards.values()].filter(card => !known.includes(card.task.id)).sort((a, b) => urgency(a.task, a.due) - urgency(b.task, b.due)).map(card => card.task.id);
    this.order = [...known, ...fresh]; // what is there already stays where it is
    this.draw();
  }

  async card(task) {
    const path = '/tasks/' + encodeURIComponent(task.id);
    const described = await lifecycle(task.lifecycle, task.version);
    if (!this.cards.has(task.id) && this.isForOthers(task, described)) {
      this.cards.set(task.id, { task, moves: new Moves(task, [], { update: () => this.draw(), done: () => this.load() }), lifecycle: described });
      return;
    }
    const [options, history] = await Promise.all([load(path + '/transitions'), load(path + '/history')]);
    const arrived = [...history].reverse().find(step => step.kind !== 'edit' && step.kind !== 'within');
    const known = this.cards.get(task.id);
    const same = known?.said && known.arrived?.number === arrived?.number;
    const asked = arrived && !same && !described.states.find(one => one.name === arrived.from)?.parts && question(arrived, described, task);
    const whole = asked || same ? task : await load(path); // lists leave out what is long
    const moves = this.cards.get(task.id)?.moves ?? new Moves(task, options.transitions, { update: () => this.draw(), done: () => this.load() });
    moves.set(task, options.transitions);
    moves.closed = []; // they are on the task's own page
    const said = same ? known.said : folded(asked || arrived && question(arrived, described, whole));
    this.cards.set(task.id, { task, moves, arrived, lifecycle: described, due: options.dueAt, said,
      about: known?.about ?? (said ? null : folded(reading(whole.data.description))) });
  }

  async figures() {
    const [spent, ...counts] = await Promise.all([attempt('/figures'), ...LISTS.map(([, query]) => attempt('/tasks/count?active=true&' + query).then(counted))]);
    return [
      ...LISTS.map(([name, query, bad], i) => [name, counts[i], address(query), bad]),
      ['Spent today', spent && usd(spent.costTodayUsd), '/flow']];
  }

  changed() {
    this.refresh();
  }

  unsaved() {
    return [...this.cards.values()].some(card => card.moves.unsaved());
  }

  close() {
    clearInterval(this.clock);
  }

  draw() {
    const all = (this.order ?? []).map(id => this.cards.get(id)).filter(Boolean);
    const cards = all.filter(card => this.isForMe(card));
    const elsewhere = all.filter(card => !cards.includes(card) && card.task.assignee === me.id);
    render(html`
      <div class="head"><h1>Now</h1></div>
      ${this.isNew ? welcome(true, () => this.seen()) : nothing}
      <div class="numbers">${this.figures_.filter(([, value]) => value !== undefined && value !== null).map(([name, value, address, bad]) => html`
        <a class="number ${value === '0' ? 'none' : bad ? 'bad' : ''}" href=${address}><strong>${value}</strong><span>${name}</span></a>`)}</div>
      <h2>Waits for you${this.all_ ? html` <a class="hint" href=${'/tasks?waitingFor=' + encodeURIComponent(me.id)}>${this.waiting} in all</a>` : nothing}</h2>
      ${!this.order ? html`<p class="hint">Loading …</p>` : cards.length ? html`<div class="waiting">${repeat(cards, card => card.task.id, card => this.one(card))}</div>` : this.nothingToDo()}
      ${elsewhere.length ? html`<h2>Yours, but with others at the moment</h2><ul class="baton-list">${elsewhere.map(({ task }) => html`<li>${taskLink(task.id, task.title)} ${stateChip(task)} ${flags(task)}</li>`)}</ul>` : nothing}
      ${this.more ? html`<p><a href=${'/tasks?mine=true'}>All that is yours or waits for you</a></p>` : nothing}
      ${!this.isNew ? welcome(false) : nothing}`, this.place);
  }

  /** What waits for others can still have a move for me, such as withdrawing a request; it is not what I have to do. */
  isForOthers(task, described) {
    return described.states.find(one => one.name === task.state)?.waitsFor === 'person' && !this.forMe.has(task.id);
  }

  isForMe({ task, moves, lifecycle: described }) {
    return moves.unsaved() || moves.open.length > 0 && !this.isForOthers(task, described);
  }

  one({ task, moves, arrived, said, about, lifecycle: described, due }) {
    return html`<article class="card" data-task=${task.id}>
      <div class="ask"><div><div class="chips">${stateChip(task)} ${flags(task)}
        <span class="hint">${described.name ?? task.lifecycle} · ${due ? left(due) : html`waits for ${since(task.stateEnteredAt)}`}${task.lease && task.assignee === me.id ? html` · your lease: ${left(task.lease.expiresAt)}` : nothing}</span></div>
      <h2>${taskLink(task.id, task.title)}</h2>
      ${said ? html`<div class="asked"><div class="by">${arrived.actor} · ${arrived.trigger ? actionOf(arrived, described) : words(arrived.kind)} · ${ago(arrived.at)}</div>${said}</div>`
        : about ?? nothing}</div>
      ${moves.render()}</div></article>`;
  }

  /** The explanation moves to the end of the page. */
  seen() {
    this.isNew = false;
    localStorage.setItem(SEEN, 'yes');
    this.draw();
    document.querySelector('#main').focus();
  }

  nothingToDo() {
    return empty('Nothing waits for you.', html`<a href="/tasks">Look at what is running</a> or <a href="/new">create a task</a>.`);
  }
}

/** What this person holds comes before what is assigned to them, and that before what several are assigned to. */
function closeness(task) {
  return (task.assignee === me.id ? 0 : 2) + (Boolean(task.lease) === (task.assignee === me.id) ? 0 : 1);
}

/** Risk first, then the time that is left, or else how long it has waited; then priority. */
function urgency(task, due) {
  const risk = RISK[task.risk] ?? 1.5;
  const time = Date.parse(due ?? task.stateEnteredAt) / 1000 + (due ? 0 : 86_400);
  return risk * 1e12 + time + task.priority / 1e6;
}

function welcome(open, seen) {
  return html`<details class="card welcome" ?open=${open}><summary><strong>New here?</strong> What this is, and what to try</summary>
    <p>Baton keeps the tasks of AI agents and of the people who supervise them. Every kind of task has a <a href="/lifecycles">diagram</a>, and the diagram says who may do what next.
      Agents work through the API; what they need from a person appears on this page.</p>
    ${me.demo ? sampleUsers() : html`<ul class="baton-list">
      <li><a href="/new">Create a task</a>: pick the kind of work, and its page says what comes next.</li>
      <li>Connect an agent: it claims and reports work through the <a href="/swagger-ui.html">API</a>, or through MCP at <code>/mcp</code>, with a token.</li>
      <li>Look at the <a href="/lifecycles">lifecycles</a>; a diagram of your own is one more.</li></ul>`}
    ${seen ? html`<button class="btn" @click=${seen}>Got it</button>` : nothing}</details>`;
}

function sampleUsers() {
  return html`<ul class="baton-list">
      <li>As <strong>human</strong>, decide whether the old search index may be deleted: it is on this page.</li>
      <li>As <strong>reviewer-2</strong>, review the sorted invoices.</li>
      <li>As <strong>lead</strong>, assign the welcome mail, or <a href="/new">create a task</a> of your own.</li>
      <li>As <strong>worker-1</strong>, do what an agent would do: <a href="/tasks?lifecycle=work-queue">claim something</a>.</li></ul>
    <p class="hint">All demo users have the password <code>demo</code>: admin, human, lead, specialist, intern, reviewer-1, reviewer-2, security-1, security-2, worker-1, worker-2.</p>`;
}
