import { el, newId, title, words } from '/forms/dom.js';
import { clear, refuse } from '/forms/faults.js';
import { field } from '/forms/fields.js';
import { named } from '/forms/submitting.js';
import { html, nothing } from './lit.js';
import { notice } from './parts.js';
import { api, load, me } from './server.js';

const FEW = 4;

/**
 * What a person can do with a task now: a button for each open move, the form of the chosen one below, and those that are
 * closed with the reason. A move that asks for one of a few decisions becomes a button for each of them.
 *
 * @param update called when what is shown has changed
 * @param done called with the server's answer after a move
 */
export class Moves {
  constructor(task, options, { update, done }) {
    this.update = update;
    this.done = done;
    this.set(task, options);
  }

  /** Takes over what the server says now; a form that is being filled in stays as it is if its move is still open. */
  set(task, options) {
    this.task = task;
    this.closed = options.filter(option => !option.permitted);
    const before = new Map((this.open ?? []).map(move => [move.key, move]));
    this.open = options.filter(option => option.permitted).flatMap(variants).map(move => before.get(move.key) ?? move);
    this.chosen = this.open.find(move => move.key === this.chosen?.key);
  }

  choose(move) {
    this.chosen = this.chosen === move ? undefined : move;
    if (this.chosen && !move.form) move.form = form(move);
    this.update();
    move.form?.element.querySelector('input, select, textarea')?.focus();
  }

  unsaved() {
    return this.open.some(move => move.form && move.form.changed());
  }

  render() {
    return html`<div class="moves">
      ${this.open.length ? html`<div class="btns" role="group" aria-label="What you can do">${this.open.map((move, i) => html`
        <button type="button" class="btn ${i === 0 && !this.chosen ? 'btn-primary' : ''}" data-trigger=${move.option.trigger} data-value=${move.value ?? nothing}
          aria-pressed=${this.chosen === move ? 'true' : 'false'} title=${arrow(move.option)} @click=${() => this.choose(move)}>${move.label}</button>`)}</div>` : nothing}
      ${this.chosen ? html`<form class="move-form" data-trigger=${this.chosen.option.trigger} novalidate @submit=${event => this.send(event)}>
          <p class="hint">${words(this.chosen.option.trigger)}${arrow(this.chosen.option)}</p>
          ${this.chosen.form.box}${this.chosen.form.element}
          <div class="btns"><button class="btn btn-primary" ?disabled=${this.busy}>${this.chosen.label}</button>
            <button type="button" class="btn" @click=${() => this.choose(this.chosen)}>Not now</button></div>
        </form>` : nothing}
      ${this.closed.length ? html`<ul class="closed">${this.closed.map(option => html`<li>
          <button type="button" class="btn btn-sm" aria-disabled="true" aria-describedby=${'why-' + option.trigger}>${words(option.trigger)}</button>
          <span id=${'why-' + option.trigger}>${(option.obstacles ?? []).join('; ') || 'For ' + option.roles.map(words).join(', ')}</span></li>`)}</ul>` : nothing}
    </div>`;
  }

  async send(event) {
    event.preventDefault();
    const move = this.chosen;
    this.busy = true;
    this.update();
    clear(move.form, move.form.box);
    const holder = this.task.lease && this.task.assignee === me.id;
    const answer = await api(`/tasks/${encodeURIComponent(this.task.id)}/transitions`, {
      trigger: move.option.trigger,
      payload: { ...move.given, ...move.form.values() },
      ...(holder ? { leaseEpoch: this.task.lease.epoch } : {})
    });
    this.busy = false;
    if (answer.ok) {
      this.chosen = undefined;
      move.form = undefined;
      notice(`${words(answer.body.trigger)}: now ${words(answer.body.to)}`);
      this.done(answer.body);
    } else {
      const problem = answer.status === 401 ? { detail: 'You are signed out. Sign in again in another tab, then send this once more.' } : answer.body;
      refuse(move.form, move.form.box, answer.status === 409 ? { ...problem, errors: [...problem.errors ?? [], ...await overtaken(this.task)] } : problem);
      this.update();
    }
  }
}

const arrow = option => option.to.length ? ' → ' + [...option.to].map(words).join(' or ') : '';

/** Who moved the task since it was shown here. */
async function overtaken(task) {
  try {
    const steps = (await load(`/tasks/${encodeURIComponent(task.id)}/history`)).filter(step => Date.parse(step.at) > Date.parse(task.updatedAt));
    return steps.slice(-3).map(step => ({
      field: null,
      message: `Meanwhile, at ${new Date(step.at).toLocaleTimeString()}, ${step.actor}: ${words(step.trigger ?? step.kind)}${step.to ? ', now ' + words(step.to) : ''}`
    }));
  } catch {
    return [];
  }
}

/** A required choice among a few values is made by the button itself. */
function variants(option) {
  const choice = option.artifacts.find(one => one.required && Array.isArray(one.schema.enum) && one.schema.enum.length <= FEW);
  if (!choice) return [{ key: option.trigger, option, label: words(option.trigger), given: {}, artifacts: option.artifacts }];
  return choice.schema.enum.map(value => ({
    key: option.trigger + ' ' + value, option, value,
    label: `${words(option.trigger)}: ${words(value).toLowerCase()}`,
    given: { [choice.name]: value },
    artifacts: option.artifacts.filter(one => one !== choice)
  }));
}

/** What is needed first, the rest folded. */
function form(move) {
  const parts = move.artifacts.map(one => ({ ...one, part: field(one.schema, one.name, one.required) }));
  const note = one => /note|reason|text|feedback|question|error/i.test(one.name);
  const first = parts.filter(one => one.required || note(one));
  const rest = parts.filter(one => !first.includes(one));
  const before = JSON.stringify(values(parts));
  return {
    box: el('div'),
    element: el('div', { id: newId() }, first.map(one => one.part.element),
      rest.length ? el('details', { class: 'baton-section' }, el('summary', {}, rest.map(one => title(one.schema, one.name)).join(', ')), rest.map(one => one.part.element)) : null),
    fields: () => parts.map(one => named(one.name, one.part)),
    values: () => values(parts),
    changed: () => JSON.stringify(values(parts)) !== before
  };
}

function values(parts) {
  return Object.fromEntries(parts.map(one => [one.name, one.part.value()]).filter(([, value]) => value !== undefined));
}
