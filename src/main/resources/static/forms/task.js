import { api, engine, get } from './api.js';
import { inConsole } from './camunda-pages.js';
import { asked, facts, more } from './card.js';
import { consequences } from './consequences.js';
import { el, newId, words } from './dom.js';
import { field } from './fields.js';
import { named, submitThrough, trouble, whileDisabled } from './submitting.js';

/** The form of a user task: what the task is about, and the moves that are open to whoever looks at it. */
export async function open(camForm) {
  const place = camForm.formElement[0].querySelector('.baton');
  place.replaceChildren('Loading …');
  try {
    const userTask = await engine('/task/' + camForm.taskId);
    const { businessKey } = await engine('/process-instance/' + userTask.processInstanceId);
    const id = encodeURIComponent(businessKey);
    const [task, options, history] = await Promise.all(
      [get('/tasks/' + id), get(`/tasks/${id}/transitions`), get(`/tasks/${id}/history`)]);
    const lifecycle = await get(`/lifecycles/${encodeURIComponent(task.lifecycle)}?version=${task.version}`);
    const box = el('div');
    const permitted = options.transitions.filter(one => one.permitted);
    const moves = new Moves(camForm, id, permitted, history.at(-1)?.number ?? 0, option => consequences(option, task, lifecycle));
    place.replaceChildren(facts(task, lifecycle, userTask.due), ...asked(task, lifecycle, history), box,
      moves.element(options.transitions), ...more(task, lifecycle, history),
      el('p', {}, el('a', { href: inConsole(task.id) }, 'This task in the console'), ', with all that can be done with it'));
    const part = task.data.waitingFor?.find(one => one.userTask === camForm.taskId);
    place.closest('.task-card')?.classList.toggle('baton-asked', Boolean(part && !part.offeredTo));
    submitThrough(camForm, moves, box);
    whileDisabled(camForm, moves.hint);
  } catch (error) {
    trouble(place, error);
  }
}

class Moves {
  /**
   * @param seen the number of the last step when the form was opened
   * @param after makes an element of what follows from an option
   */
  constructor(camForm, id, options, seen, after) {
    this.camForm = camForm;
    this.id = id;
    this.seen = seen;
    this.group = newId();
    this.hint = el('div', { class: 'baton-waits' }, 'This is not assigned to you: claim it first, then decide.');
    this.moves = options.map(option => this.move(option, after(option)));
    this.chosen = this.moves.length === 1 ? this.moves[0] : null;
    this.show();
  }

  move(option, after) {
    const fields = option.artifacts.map(one => ({ name: one.name, part: field(one.schema, one.name, one.required) }));
    const radio = el('input', { type: 'radio', name: this.group, value: option.trigger, change: () => this.choose(option.trigger) });
    const inputs = el('div', { class: 'baton-inputs' }, fields.map(one => one.part.element));
    const to = option.to.map(words).join(' or ');
    const element = el('div', { class: 'baton-move', 'data-trigger': option.trigger },
      el('label', {}, radio, words(option.trigger), to ? el('small', {}, ' → ' + to) : null), after, inputs);
    return { option, fields, radio, inputs, element };
  }

  choose(trigger) {
    this.chosen = this.moves.find(move => move.option.trigger === trigger) ?? null;
    this.show();
  }

  show() {
    for (const move of this.moves) {
      const chosen = move === this.chosen;
      move.radio.checked = chosen;
      move.inputs.hidden = !chosen;
      move.element.classList.toggle('chosen', chosen);
    }
  }

  element(all) {
    if (!this.moves.length) {
      const roles = [...new Set(all.flatMap(option => option.roles))];
      return el('div', { class: 'baton-waits' }, 'There is nothing for you to decide here'
        + (roles.length ? `: this waits for ${roles.map(words).join(', ')}.` : '.'));
    }
    return el('div', { class: 'baton-moves' },
      el('h4', {}, 'What now?'),
      this.hint,
      this.moves.map(move => move.element));
  }

  fields() {
    return (this.chosen?.fields ?? []).map(one => named(one.name, one.part));
  }

  payload() {
    const payload = {};
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
      values: Object.fromEntries(this.moves.map(move => [move.option.trigger,
        Object.fromEntries(move.fields.map(one => [one.name, one.part.value()]))]))
    };
  }

  restore({ trigger, values }) {
    for (const move of this.moves) {
      for (const one of move.fields) {
        const value = values[move.option.trigger]?.[one.name];
        if (value !== undefined) one.part.set(value);
      }
    }
    this.choose(trigger);
  }
}
