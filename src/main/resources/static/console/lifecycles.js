import { title } from '../forms/dom.js';
import { bpmn, diagram } from './diagram.js';
import { draw as drawing } from './drawing.js';
import { html, nothing, render } from './lit.js';
import { empty, notice, role, taskLink, trouble, words } from './parts.js';
import { api, attempt, forgetLifecycles, lifecycle, load, me } from './server.js';

/** The lifecycles: their pictures and tables, their versions, and how to bring in a new one. */
export async function open(place, context) {
  const page = context.id ? new One(place, context) : new All(place, context);
  await page.load();
  return page;
}

const total = one => Object.values(one.tasks).reduce((a, b) => a + b, 0);
const admin = () => me.groups.includes('admin');

class All {
  constructor(place, { go }) {
    Object.assign(this, { place, go });
  }

  async load() {
    this.list = await load('/lifecycles');
    this.pictures ??= this.list.map(one => diagram(one.key, one.version));
    this.draw();
  }

  draw() {
    render(html`<div class="head"><h1>Lifecycles</h1><span class="hint">BPMN files from Camunda Modeler; ${admin() ? 'they are checked before you deploy them' : 'everybody can check one, admins deploy them'}</span><button class="btn" @click=${() => this.place.querySelector('#file').click()}>${admin() ? 'Check or deploy a file' : 'Check a file'} …</button></div>
      <section class="card" ?hidden=${!this.answer}><h2>The diagram ${this.file ?? nothing}</h2>${this.answer ?? nothing}</section>
      <input id="file" type="file" hidden accept=".bpmn,.xml" @change=${event => this.check(event.target.files[0]).then(() => { event.target.value = ''; })}>
      ${this.list.length ? nothing : empty('There is no lifecycle yet.', 'Bring in a diagram, a BPMN file from Camunda Modeler.')}
      <div class="lifecycles">${this.list.map((one, i) => html`<section class="card"><h2><a href=${'/lifecycles/' + one.key}>${one.name ?? one.key}</a></h2>
        <p class="chips"><span class="chip quiet">version ${one.version}</span> <a href=${'/tasks?active=any&lifecycle=' + one.key}>${total(one)} tasks</a> <a href=${'/flow?lifecycle=' + one.key}>Flow</a> <a href=${'/new?lifecycle=' + one.key}>New task</a></p>
        ${one.description ? html`<p>${one.description}</p>` : nothing}${this.pictures[i].element}</section>`)}</div>
`, this.place);
  }

  async check(file) {
    if (!file) return;
    const xml = await file.text();
    let drawn;
    try {
      drawn = drawing(xml);
    } catch (error) {
      this.answer = trouble(error);
      return this.draw();
    }
    const key = new DOMParser().parseFromString(xml, 'application/xml').getElementsByTagNameNS('*', 'process')[0]?.getAttribute('id') ?? '';
    const [answer, deployed] = await Promise.all([api('/lifecycles/check', xml), bpmn(key).catch(() => null)]);
    const violations = answer.body?.violations ?? [];
    const changes = deployed && difference(xml, deployed);
    if (changes) mark(drawn, changes);
    violations.forEach(one => drawn.mark(one.element, 'removed'));
    this.file = file.name;
    this.answer = html`${answer.ok && answer.body.valid ? html`<p class="note" role="status">Nothing is wrong with it. ${changes ? html`Against the deployed version of ${key}: ${told(changes)}` : html`It is a new lifecycle, ${key}.`}</p>`
      : answer.ok ? problems(violations) : problems([], answer.body?.detail)}
      ${admin() && answer.ok && !violations.length ? html`<p class="btns"><button class="btn btn-primary" @click=${() => this.deploy(key, xml)}>Deploy ${key}</button><button class="btn" @click=${() => { this.answer = undefined; this.draw(); }}>Not now</button></p>` : nothing}
      <div class="picture">${drawn.svg}</div>`;
    this.draw();
  }

  async deploy(key, xml) {
    const answer = await api('/lifecycles/' + encodeURIComponent(key), xml, 'PUT');
    if (answer.ok) {
      forgetLifecycles();
      notice(`${key} is deployed as version ${answer.body.version}.`);
      this.go('/lifecycles/' + encodeURIComponent(key));
    } else {
      this.answer = problems((answer.body?.errors ?? []).map(error => ({ element: error.field, message: error.message })), answer.body?.detail);
      this.draw();
    }
  }
}

const problems = (list, detail) => html`<div class="refused" role="alert"><strong>It can't be deployed like this.</strong>
  ${list.length ? html`<ul class="baton-list">${list.map(one => html`<li>${one.element ? html`<code>${one.element}</code>: ` : nothing}${one.message}</li>`)}</ul>` : detail}</div>`;

class One {
  constructor(place, { id, query, go, title }) {
    Object.assign(this, { place, key: id, go, title, version: Number(query.get('version')) || undefined, against: Number(query.get('against')) || undefined });
  }

  async load() {
    const [newest, all, versions] = await Promise.all([lifecycle(this.key), attempt('/lifecycles', []), attempt(`/lifecycles/${encodeURIComponent(this.key)}/versions`, [])]);
    this.versions = versions;
    this.newest = newest.version;
    this.table = this.version ? await lifecycle(this.key, this.version) : newest;
    this.tasks = all.find(one => one.key === this.key)?.tasks ?? {};
    this.picture = diagram(this.key, this.table.version);
    if (this.against) this.compare();
    else this.picture.ready.then(drawn => drawn && this.count(drawn));
    this.title(this.table.name ?? this.key);
    this.draw();
  }

  count(drawn) {
    for (const [state, id] of drawn.homes) if (this.tasks[state]) drawn.badge(id, this.tasks[state]);
  }

  /** Marks on the diagram what is not, or not the same, in the other version. */
  async compare() {
    const [drawn, mine, other] = await Promise.all([this.picture.ready, bpmn(this.key, this.table.version), bpmn(this.key, this.against)]);
    this.difference = difference(mine, other);
    if (drawn) mark(drawn, this.difference);
    this.draw();
  }

  draw() {
    const { table } = this;
    render(html`<div class="head"><h1>${table.name ?? table.key}</h1><span class="chip quiet">version ${table.version}</span> <a href=${'/tasks?active=any&lifecycle=' + this.key}>Tasks</a> <a href=${'/flow?lifecycle=' + this.key}>Flow</a>
        <a class="btn" href=${'/new?lifecycle=' + this.key}>New task</a></div>
      ${this.versions.length > 1 ? html`<nav class="views" aria-label="Versions">${this.versions.map(({ version, running }) => html`<a class="view" href=${`/lifecycles/${this.key}?version=${version}`} aria-current=${version === table.version ? 'true' : nothing}>Version ${version} <b title="running tasks">${running}</b></a>`)}
        ${this.others().map(({ version }) => html`<a href=${`/lifecycles/${this.key}?version=${table.version}&against=${version}`} aria-current=${version === this.against ? 'true' : nothing}>Compare with ${version}</a>`)}</nav>
        ${admin() && this.others().some(one => one.running) ? html`<p class="btns">${this.others().filter(one => one.running).map(({ version, running }) => html`<button class="btn btn-sm" @click=${() => this.preview(version)}>Move ${running} running of version ${version} here …</button>`)}</p>` : nothing}` : nothing}
      ${this.difference ? html`<p class="note difference-note">Against version ${this.against}: ${told(this.difference)}</p>` : nothing}
      ${this.report ?? nothing}
      <section class="card">${this.picture.element}</section>
      <section class="card"><h2>Transitions</h2><div class="scroll"><table class="list"><thead><tr><th>From</th><th>Trigger</th><th>To</th><th>Who</th><th>Brings</th></tr></thead><tbody>
        ${together(table.transitions).map(one => html`<tr><td class="one-line">${one.from ? words(one.from) : '(new)'}</td><td class="one-line">${one.trigger ? html`<code>${one.trigger}</code>${one.label ? html`<div class="hint">${one.label}</div>` : nothing}` : html`<span class="hint">${one.kind}</span>`}</td><td>${one.all.map(words).join(', ')}</td>
          <td>${one.kind === 'actor' ? who(one) : html`<span class="hint">by itself</span>`}</td><td>${[...one.requires.map(name => title(table.schemas[name], name)), ...one.accepts.map(name => title(table.schemas[name], name) + ' (optional)')].join(', ')}</td></tr>`)}</tbody></table></div></section>`, this.place);
  }

  others() {
    return this.versions.filter(one => one.version !== this.table.version).slice(0, 5);
  }

  /** What a migration would do, before anybody does it. */
  async preview(from) {
    const to = this.table.version;
    this.report = html`<p class="note" role="status">Trying it with each task …</p>`;
    this.draw();
    const { ok, body } = await this.migrate(from, true);
    this.report = ok ? html`<section class="card" role="status" data-preview=${from}><h2>Move running tasks from version ${from} to ${to}</h2>
      <p>${body.moved} would move${body.notMoved.length ? `, ${body.notMoved.length} would stay in version ${from}:` : '.'} Nothing has changed yet.</p>${notMoved(body.notMoved)}
      <p class="btns"><button class="btn btn-primary" ?disabled=${!body.moved} @click=${() => this.carryOut(from)}>Move ${body.moved}</button> <button class="btn" @click=${() => { this.report = undefined; this.draw(); }}>Not now</button></p></section>`
      : trouble(new Error(body?.detail ?? 'It was refused'));
    this.draw();
  }

  async carryOut(from) {
    const { ok, body } = await this.migrate(from, false);
    await this.load();
    this.report = ok ? html`<div class="note" role="status">${body.moved} moved to version ${this.table.version}${body.notMoved.length ? `, ${body.notMoved.length} stayed in version ${from}:` : '.'}${notMoved(body.notMoved)}</div>` : trouble(new Error(body?.detail ?? 'It was refused'));
    this.draw();
  }

  migrate(from, dryRun) {
    return api(`/lifecycles/${encodeURIComponent(this.key)}/migrations?dryRun=${dryRun}`, { from, to: this.table.version });
  }
}

/** Who takes a move, as people say it. */
function who({ roles, lease, force }) {
  const holder = lease === 'held' ? ['the holder of the lease', ...force.map(role)] : [];
  return [...new Set([...holder, ...roles.map(role)])].join(', ') || 'everybody';
}

/** One row for a trigger that leads to one of several states. */
function together(transitions) {
  const rows = new Map();
  for (const one of transitions) {
    const key = JSON.stringify([one.from, one.kind, one.trigger, one.roles, one.requires, one.accepts]);
    const row = rows.get(key) ?? { ...one, all: [] };
    rows.set(key, row);
    if (!row.all.includes(one.to)) row.all.push(one.to);
  }
  return [...rows.values()];
}

const notMoved = list => list.length ? html`<ul class="baton-list">${list.slice(0, 50).map(one => html`<li>${taskLink(one.id)} (${words(one.state)}): ${one.reason}</li>`)}</ul>` : nothing;

/** What one diagram has that another has not, and the other way round. */
function difference(mine, other) {
  const [here, there] = [mine, other].map(text => new Map([...new DOMParser().parseFromString(text, 'application/xml').querySelectorAll('process [id]')]
    .map(node => [node.getAttribute('id'), { name: node.getAttribute('name'), text: itself(node).outerHTML.replace(/\s+/g, ' ').replace(/<[^>]*(incoming|outgoing)>[^<]*<\/[^>]*>/g, '') }])));
  const described = (ids, parts) => ids.map(id => ({ id, name: parts.get(id).name || id }));
  return {
    added: described([...here.keys()].filter(id => !there.has(id)), here),
    altered: described([...here.keys()].filter(id => there.has(id) && there.get(id).text !== here.get(id).text), here),
    gone: described([...there.keys()].filter(id => !here.has(id)), there)
  };
}

/** A sub-process without the elements that are drawn in it: these are compared on their own. */
function itself(node) {
  if (node.localName !== 'subProcess') return node;
  const copy = node.cloneNode(true);
  [...copy.children].filter(one => one.hasAttribute('id')).forEach(one => one.remove());
  return copy;
}

function mark(drawn, { added, altered }) {
  added.forEach(one => drawn.mark(one.id, 'added'));
  altered.forEach(one => drawn.mark(one.id, 'altered'));
}

const told = ({ added, altered, gone }) => html`${list('new', added)} ${list('changed', altered)} ${list('gone', gone)}${added.length + altered.length + gone.length ? nothing : 'nothing is different.'}`;

const list = (name, ids) => ids.length ? html`<strong>${ids.length} ${name}</strong>: ${ids.slice(0, 12).map(one => one.name).join(', ')}${ids.length > 12 ? ' …' : ''}. ` : nothing;
