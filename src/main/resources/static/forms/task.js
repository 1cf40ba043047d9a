import { markdown } from '/console/markdown.js';
import { api, engine, get } from './api.js';
import { arranged } from './arranging.js';
import { inConsole } from './camunda-pages.js';
import { asked, facts, more } from './card.js';
import { consequences } from './consequences.js';
import { action, el, newId, words } from './dom.js';
import { draftKey, keepDraft, showLost } from './drafts.js';
import { choices, field } from './fields.js';
import { showTextsWith } from './reading.js';
import { named, submitThrough, trouble } from './submitting.js';

const MANY = 3;

/** Who may give a user task to somebody else. */
const SUPERVISORS = ['lead', 'human', 'admin'];

showTextsWith(markdown);

/** The form of a user task: what the task is about, and the moves that are open to whoever looks at it. */
export async function open(camForm) {
  const place = camForm.formElement[0].querySelector('.baton');
  place.replaceChildren('Loading …');
  try {
    const userTask = await engine('/task/' + camForm.taskId);
    const { businessKey } = await engine('/process-instance/' + userTask.processInstanceId);
    const id = encodeURIComponent(businessKey);
    const [task, options, history, me] = await Promise.all(
      [get('/tasks/' + id), get(`/tasks/${id}/transitions`), get(`/tasks/${id}/history`), get('/me')]);
    const lifecycle = await get(`/lifecycles/${encodeURIComponent(task.lifecycle)}?version=${task.version}`);
    const box = el('div');
    const permitted = options.transitions.filter(one => one.permitted);
    const people = { assignee: userTask.assignee === me.id ? null : userTask.assignee, supervises: me.groups.some(group => SUPERVISORS.includes(group)) };
    const moves = new Moves(camForm, id, people, permitted, history.at(-1)?.number ?? 0, option => consequences(option, task, lifecycle));
    place.replaceChildren(facts(task, lifecycle, userTask.due), ...asked(task, lifecycle, history), box,
      moves.element(options.transitions), ...more(task, lifecycle, history),
      el('p', {}, el('a', { href: inConsole(task.id) }, 'This task in the console'), ', with all that can be done with it'));
    const part = task.data.waitingFor?.find(one => one.userTask === camForm.taskId);
    const card = place.closest('.task-card');
    card?.classList.toggle('baton-asked', Boolean(part && !part.offeredTo));
    card?.classList.toggle('baton-not-mine', !permitted.length);
    const ofTask = draftKey(me.id, task.id);
    const key = draftKey(me.id, task.id, task.state);
    submitThrough(camForm, moves, box, keepDraft(key, moves, place, moves.kept));
    showLost(ofTask, key, moves.kept);
    camForm.formElement.scope?.()?.$on('taskremoved', async () => box.replaceChildren(
      el('div', { class: 'baton-refused', role: 'alert' }, (await moves.overtaken({ detail: 'The task has moved on.' })).detail)));
  } catch (error) {
    trouble(place, error);
  }
}

class Moves {
  /**
   * @param people who else has the user task, and whether whoever looks at it could take it over
   * @param seen the number of the last step when the form was opened
   * @param after makes an element of what follows from an option
   */
  constructor(camForm, id, { assignee, supervises }, options, seen, after) {
    this.assignee = assignee;
    this.camForm = camForm;
    this.id = id;
    this.seen = seen;
    this.group = newId();
    this.kept = el('div');
    this.hint = el('div', { class: 'baton-waits baton-unclaimed' }, assignee ? [`${assignee} has this. `, supervises ? 'Remove the assignee above and claim it, or decide ' : 'You can decide ', el('a', { href: inConsole(decodeURIComponent(id)) }, 'in the console'), '.']
      : ['This is not assigned to you: ', el('button', { type: 'button', class: 'btn btn-default btn-sm', click: () => document.querySelector('.meta .claim').click() }, 'Claim it'), ', then decide.']);
    this.moves = options.flatMap(option => this.variants(option, after));
    this.chosen = this.moves.length === 1 ? this.moves[0] : null;
    this.show();
  }

  /** A move for a trigger, or one for each answer to the question that comes first: approve, deny. They share the other fields. */
  variants(option, after) {
    const fields = option.artifacts.map(one => ({ ...one, part: field(one.schema, one.name, one.required) }));
    const choice = fields.find(one => one.required && one.schema.labels);
    const others = fields.filter(one => one !== choice);
    const shared = { option, fields: others, inputs: el('div', { class: 'baton-inputs' }, choice ? after(option) : null, arranged(others)) };
    if (!choice) return [this.move(shared, { label: action(option), given: {} }, after(option))];
    return choices(choice.schema).map(({ value, text }) => this.move(shared, { label: text, value, given: { [choice.name]: value } }));
  }

  move(shared, { label, value, given }, after) {
    const to = shared.option.to.length > MANY ? '' : shared.option.to.map(words).join(' or ');
    const radio = el('input', { type: 'radio', name: this.group, change: () => this.choose(move) });
    const element = el('div', { class: 'baton-move', 'data-trigger': shared.option.trigger, 'data-value': value },
      el('label', {}, radio, label, to ? el('small', {}, ' → ' + to) : null), after ?? null);
    const move = { ...shared, value, given, radio, element };
    return move;
  }

  choose(move) {
    this.chosen = move ?? null;
    this.show();
  }

  show() {
    for (const move of this.moves) {
      const chosen = move === this.chosen;
      move.radio.checked = chosen;
      move.element.classList.toggle('chosen', chosen);
      if (chosen) move.element.append(move.inputs);
      else if (move.inputs.parentElement === move.element) move.inputs.remove();
    }
  }

  element(all) {
    if (!this.moves.length) {
      const roles = this.assignee ? [] : [...new Set(all.flatMap(option => option.roles))];
      return el('div', {}, this.kept, el('div', { class: 'baton-waits' }, 'There is nothing for you to decide here'
        + (this.assignee ? `: this waits for ${this.assignee}.` : roles.length ? `: this waits for ${roles.map(words).join(', ')}.` : '.')));
    }
    return el('div', { class: 'baton-moves' }, this.kept,
      el('h4', {}, 'What now?'),
      this.hint,
      this.moves.map(move => move.element));
  }

  fields() {
    return (this.chosen?.fields ?? []).map(one => named(one.name, one.part));
  }

  payload() {
    const payload = { ...this.chosen.given };
    for (const { name, part } of this.chosen.fields) {
      const value = part.value();
      if (value !== undefined) payload[name] = value;
    }
    return payload;
  }

  /** A trigger that comes as a message does not complete the user task: then the API does it all. */
  async check() {
    if (!this.chosen) return { ok: false, body: { detail: 'Choose what should happen.' } };
    const { trigger, message } = this.chosen.option;
    const answer = await api(`/tasks/${this.id}/transitions${message ? '' : '?dryRun=true'}`, { trigger, payload: this.payload() });
    const body = answer.status === 409 ? await this.overtaken(answer.body) : answer.body;
    return { ...answer, body, done: answer.ok && message };
  }

  /** Says who has moved the task since the form was opened. */
  async overtaken(problem) {
    const { ok, body } = await api(`/tasks/${this.id}/history`);
    const last = ok && body.filter(step => step.number > this.seen && step.kind !== 'edit').at(-1);
    return last ? { detail: `${last.actor} moved the task at ${new Date(last.at).toLocaleString()}: `
      + `${words(last.trigger ?? 'by itself')}. It is now ${words(last.to).toLowerCase()}.` } : problem;
  }

  variables() {
    return { trigger: this.chosen.option.trigger, payload: JSON.stringify(this.payload()) };
  }

  draft() {
    return {
      trigger: this.chosen?.option.trigger,
      value: this.chosen?.value,
      values: Object.fromEntries(this.moves.map(move => [move.option.trigger,
        Object.fromEntries(move.fields.map(one => [one.name, one.part.value()]))]))
    };
  }

  restore({ trigger, value, values }) {
    for (const move of this.moves) {
      for (const one of move.fields) one.part.set(values[move.option.trigger]?.[one.name]);
    }
    this.choose(this.moves.find(move => move.option.trigger === trigger && move.value === value));
  }
}
