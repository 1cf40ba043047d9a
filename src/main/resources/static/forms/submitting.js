import { el } from './dom.js';
import { clear, refuse } from './faults.js';

/** Said to Tasklist when it should leave the explanation to the form. */
const PREVENTED = 'camForm submission prevented';

/**
 * Takes over the form's submission: asks the server first whether it would do it, shows its reasons at the fields if
 * not, and only then has Tasklist submit. What was typed stays in any case.
 *
 * @param form what can check() itself with the server, say its variables() and its fields()
 * @param done called when it was submitted
 */
export function submitThrough(camForm, form, box, done) {
  const submit = camForm.submit.bind(camForm);
  camForm.submit = async callback => {
    const finish = (error, result) => {
      callback?.(error, result);
      camForm.formElement.scope?.()?.$applyAsync();
    };
    clear(form, box);
    const answer = await form.check();
    if (!answer.ok) {
      refuse(form, box, answer.body);
      return stay(camForm) || finish(new Error(PREVENTED));
    }
    if (answer.done) {
      done();
      return finish(null, answer.body);
    }
    for (const [name, value] of Object.entries(form.variables())) {
      forget(camForm, name);
      camForm.variableManager.createVariable({ name, type: typeof value === 'number' ? 'Integer' : 'String', value });
    }
    submit((error, result) => {
      if (error) refuse(form, box, { detail: error.message });
      else done();
      finish(error, result);
    });
  };
}

/** Has Tasklist's button ready again without a message of its own, which would lie on top of the form. */
function stay(camForm) {
  const scope = camForm.taskId && surroundings(camForm);
  if (scope) {
    scope.completeInProgress = false;
    scope.$applyAsync();
  }
  return Boolean(scope);
}

/** What Tasklist knows about the form that it shows. */
function surroundings(camForm) {
  let scope = camForm.formElement.scope?.();
  while (scope && !Object.hasOwn(scope, 'completeInProgress')) scope = scope.$parent;
  return scope;
}

function forget(camForm, name) {
  if (camForm.variableManager.variables[name]) camForm.variableManager.destroyVariable(name);
}

/** Shows a message of Tasklist, with a link, long enough to follow it; the form's own dialog would take it along when it closes. */
export function notify(camForm, status, link) {
  const injector = camForm.formElement.injector?.();
  const show = () => {
    if (document.querySelector('.modal-dialog')) return setTimeout(show, 100);
    injector?.get('Notifications').addMessage({ duration: 30000, status, unsafe: true, message: link.outerHTML });
    injector?.get('$rootScope').$applyAsync();
  };
  show();
}

export function trouble(place, error) {
  place.replaceChildren(el('div', { class: 'baton-refused', role: 'alert' },
    el('strong', {}, 'This can\'t be shown.'), el('div', {}, error.message)));
}

/** Fields under the names by which the server's reasons speak of them. */
export function named(name, part) {
  return { name, fault: (path, text) => part.fault(path, text), clear: () => part.clear(), part };
}
