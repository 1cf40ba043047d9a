import { action, actionOf, words } from '../forms/dom.js';
import { clear, refuse } from '../forms/faults.js';
import { choices } from '../forms/fields.js';
import { reading } from '../forms/reading.js';
import { html, nothing } from './lit.js';
import { moveForm } from './move-form.js';
import { notice, role } from './parts.js';
import { api, lifecycle, load, me } from './server.js';

const FEW = 4;

/**
 * What a person can do with a task now: a button for each open move, the form of the chosen one below, and those that are
 * closed with the reason. A move that asks for one of a few decisions becomes a button for each of them; if it needs only a
 * note besides, the note is there at once and the button decides.
 *
 * @param update called when what is shown has changed
 * @param done called with the server's answer after a move
 */
export class Moves {
  constructor(task, options, { update, done }) {
    Object.assign(this, { update, done, open: [], kept: [], meanwhile: [], titles: new Map() });
    this.set(task, options);
  }

  /** Takes over what the server says now. A form that is being filled in stays as it is; if its move is gone, what was typed is kept. */
  set(task, options) {
    const before = new Map(this.open.map(move => [move.key, move]));
    this.closed = options.filter(option => !option.permitted && option.roles.join() !== 'system');
    this.open = options.filter(option => option.permitted).flatMap((option, i) => i ? [whole(option)] : variants(option)).map(move => {
      const known = before.get(move.key);
      return known && JSON.stringify(known.option.artifacts) === JSON.stringify(move.option.artifacts) ? known : Object.assign(move, { form: known?.form });
    });
    const gone = [...before.values()].filter(move => !this.open.some(one => one.key === move.key));
    const typed = [...new Set([...gone.map(move => move.form), this.decision && !this.open.some(move => move.noteOf === this.decision.trigger) ? this.decision.form : null])].filter(one => one?.changed());
    if (typed.length) this.keep(typed);
    if (this.decision && !this.open.some(move => move.noteOf === this.decision.trigger)) this.decision = undefined;
    this.chosen = this.open.find(move => move.key === this.chosen?.key);
    const deciding = this.open.find(move => move.noteOf);
    if (deciding) this.decision ??= { trigger: deciding.noteOf, form: moveForm([deciding.note]) };
    this.task = task;
  }

  /** Somebody else was faster: says who, when and what, and keeps what this person has typed. */
  keep(forms) {
    this.kept.push(...forms.map(one => one.values()));
    overtaken(this.task).then(said => {
      this.meanwhile = said;
      this.update();
    });
  }

  choose(move) {
    this.chosen = this.chosen === move ? undefined : move;
    if (this.chosen) move.form ??= moveForm(move.artifacts);
    this.update();
    move.form?.element.querySelector('input, select, textarea')?.focus();
  }

  /** What needs nothing more is done at once. */
  press(move) {
    if (move.noteOf && !this.detailed) this.send(move, this.decision.form);
    else if (!move.artifacts.length) this.send(move, move.form ??= moveForm([]));
    else this.choose(move);
  }

  /** Whether the button only opens a form. */
  asksMore(move) {
    return move.artifacts.length > 0 && (!move.noteOf || this.detailed);
  }

  unsaved() {
    return this.kept.length > 0 || this.open.some(move => move.form?.changed()) || Boolean(this.decision?.form.changed());
  }

  /** @param quiet no move is the obvious one */
  render({ quiet = false } = {}) {
    const quick = this.decision && !this.detailed;
    return html`<div class="moves">
      ${this.lost()}
      ${quick ? html`<form class="decision" novalidate @submit=${event => event.preventDefault()}>${this.decision.form.box}${this.decision.form.element}</form>` : nothing}
      ${this.open.length ? html`<div class="btns" role="group" aria-label="What you can do">${this.open.map((move, i) => html`
        <button type="button" class="btn ${i === 0 && !this.chosen && !quiet ? 'btn-primary' : ''}" data-trigger=${move.option.trigger} data-value=${move.value ?? nothing} ?disabled=${this.busy}
          aria-pressed=${move.noteOf && quick ? nothing : this.chosen === move ? 'true' : 'false'} title=${action(move.option) + arrow(move.option)} @click=${() => this.press(move)}>${move.label}${this.asksMore(move) ? ' …' : nothing}</button>`)}
        ${quick && this.open.some(move => move.noteOf && move.artifacts.length > 1) ? html`<button type="button" class="btn btn-link" @click=${() => { this.detailed = true; this.choose(this.open.find(move => move.noteOf)); }}>More choices …</button>` : nothing}</div>` : nothing}
      ${this.chosen ? html`<form class="move-form" data-trigger=${this.chosen.option.trigger} novalidate @submit=${event => { event.preventDefault(); this.send(this.chosen, this.chosen.form); }}>
          <p class="hint">${action(this.chosen.option)}${arrow(this.chosen.option)}</p>
          ${this.chosen.form.box}${this.chosen.form.element}
          <div class="btns"><button class="btn btn-primary" ?disabled=${this.busy}>${this.chosen.label}</button>
            <button type="button" class="btn" @click=${() => this.choose(this.chosen)}>Not now</button></div>
        </form>` : nothing}
      ${this.closed.length ? html`<ul class="closed">${this.closed.map(option => html`<li>
          <button type="button" class="btn btn-sm" aria-disabled="true" aria-describedby=${this.why(option)}>${action(option)}</button>
          <span id=${this.why(option)}>${this.named(reasons(option))}</span></li>`)}</ul>` : nothing}
    </div>`;
  }

  why(option) {
    return `why-${this.task.id}-${option.trigger}`.replace(/\s/g, '-');
  }

  /** With the titles of other tasks in place of their ids, where the page knows them. */
  named(text) {
    return [...this.titles].reduce((said, [id, title]) => said.replaceAll(id, `“${title}”`), text);
  }

  lost() {
    if (!this.kept.length) return nothing;
    return html`<div class="refused overtaken" role="alert"><strong>Somebody else has moved this task.</strong>
      ${this.meanwhile.map(one => html`<div>${one.message}</div>`)}
      <div>What you had typed was not sent:</div>${this.kept.map(values => reading(values))}
      <button type="button" class="btn btn-sm" @click=${() => { this.kept = []; this.update(); }}>Drop it</button></div>`;
  }

  async send(move, sent) {
    this.busy = true;
    this.update();
    clear(sent, sent.box);
    const holder = this.task.lease && this.task.assignee === me.id;
    const answer = await api(`/tasks/${encodeURIComponent(this.task.id)}/transitions`, {
      trigger: move.option.trigger,
      payload: { ...move.given, ...sent.values() },
      ...(holder ? { leaseEpoch: this.task.lease.epoch } : {})
    });
    this.busy = false;
    if (answer.ok) {
      Object.assign(this, { chosen: undefined, decision: undefined, detailed: false });
      move.form = undefined;
      notice(`${action(move.option)}: now ${words(answer.body.to).toLowerCase()}`);
      this.done(answer.body);
    } else {
      if (sent === move.form) this.chosen = move; // there is the place for what is wrong
      const problem = answer.status === 401 ? { detail: 'You are signed out. Sign in again in another tab, then send this once more.' } : answer.body;
      this.update();
      refuse(sent, sent.box, answer.status === 409 ? { ...problem, errors: [...problem.errors ?? [], ...await overtaken(this.task)] } : problem);
    }
  }
}

const arrow = option => option.to.length ? ' → ' + [...option.to].map(words).join(' or ') : '';

/** Why somebody can't take a move, without repeating who and which. */
function reasons(option) {
  const said = (option.obstacles ?? []).map(text => text.replace(/^\S+ may not '[^']*': this is for (?!.* but not for )(.*)/, () => onlyFor(option)).replace(/^\S+ may not '[^']*': t/, 'T').replace(/; \S+ has no open part in '[^']*'$/, ''));
  return said.map(text => text.charAt(0).toUpperCase() + text.slice(1).replace(/those in '(?:[^'.]*\.)?([^']*)'/g, (_, name) => 'the ' + words(name).toLowerCase())).join('; ') || onlyFor(option);
}

const onlyFor = option => 'Only for ' + option.roles.filter(one => one !== 'system').map(role).join(', ').toLowerCase();

/** Who moved the task since it was shown here. */
async function overtaken(task) {
  try {
    const described = await lifecycle(task.lifecycle, task.version);
    const steps = (await load(`/tasks/${encodeURIComponent(task.id)}/history`)).filter(step => Date.parse(step.at) > Date.parse(task.updatedAt));
    return steps.slice(-3).map(step => ({
      field: null,
      message: `Meanwhile, at ${new Date(step.at).toLocaleTimeString()}, ${step.actor}: ${step.trigger ? actionOf(step, described) : words(step.kind)}${step.to ? ', now ' + words(step.to) : ''}`
    }));
  } catch {
    return [];
  }
}

const whole = option => ({ key: option.trigger, option, label: action(option), given: {}, artifacts: option.artifacts });

const isChoice = one => one.schema.type === 'string' && choices(one.schema).length > 0 && choices(one.schema).length <= FEW;

/** The text that is all a move needs. */
function onlyText(artifacts) {
  const needed = artifacts.filter(one => one.required);
  return needed.length === 1 && needed[0].schema.type === 'string' && !choices(needed[0].schema).length ? needed[0] : undefined;
}

/** A first move that needs a text and nothing else has its field there at once. */
function noted(option) {
  const note = onlyText(option.artifacts);
  return note ? { ...whole(option), note, noteOf: option.trigger } : whole(option);
}

/** In the first move, a choice among a few values that comes before all else is made by the button itself. */
function variants(option) {
  const choice = option.artifacts.find(one => one.required);
  if (!choice || !isChoice(choice)) return [noted(option)];
  const artifacts = option.artifacts.filter(one => one !== choice);
  const note = onlyText(artifacts);
  return choices(choice.schema).map(({ value, text }) => ({
    key: option.trigger + ' ' + value, option, value, artifacts, note,
    label: choice.schema.labels ? text : `${action(option)}: ${text.toLowerCase()}`,
    given: { [choice.name]: value },
    noteOf: note && option.trigger
  }));
}
