import { el } from './dom.js';
import { clear, refuse } from './faults.js';

/** Said to Tasklist when it should leave the explanation to the form. */
const PREVENTED = 'camForm submission prevented';

/**
 * Takes over the form's submission: asks the server first whether it would do it, shows its reasons at the fields if
 * not, and only then has Tasklist submit. What was typed stays in any case.
 *
 * @param form what can check() itself with the server, say its variables() and its fields()
 */
export function submitThrough(camForm, form, box) {
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
      localStorage.removeItem(draftKey(camForm));
      return finish(null, answer.body);
    }
    for (const [name, value] of Object.entries(form.variables())) {
      forget(camForm, name);
      camForm.variableManager.createVariable({ name, type: typeof value === 'number' ? 'Integer' : 'String', value });
    }
    submit((error, result) => {
      if (error) refuse(form, box, { detail: error.message });
      finish(error, result);
    });
  };
  keepDrafts(camForm, form);
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

/** Shows something only as long as the user task is not the reader's own. */
export function whileDisabled(camForm, hint) {
  hint.hidden = true;
  surroundings(camForm)?.$watch('options.disableForm', disabled => { hint.hidden = !disabled; });
}

function forget(camForm, name) {
  if (camForm.variableManager.variables[name]) camForm.variableManager.destroyVariable(name);
}

/** Tasklist's "Save" keeps a form's variables in the browser: ours is one, with all that was typed. */
function keepDrafts(camForm, form) {
  const DRAFT = 'batonDraft';
  const { variableManager } = camForm;
  camForm.on('store', () => {
    forget(camForm, DRAFT);
    variableManager.createVariable({ name: DRAFT, type: 'String', value: JSON.stringify(form.draft()) });
  });
  camForm.on('submit', () => forget(camForm, DRAFT));
  const kept = variableManager.variables?.[DRAFT]?.value ?? stored(camForm)?.vars?.[DRAFT];
  if (kept) form.restore(JSON.parse(kept));
  camForm.formElement[0].addEventListener('input', () => camForm.formElement.scope?.()?.[camForm.formElement.attr('name')]?.$setDirty());
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

function draftKey(camForm) {
  return 'camForm:' + (camForm.taskId ?? camForm.processDefinitionId);
}

function stored(camForm) {
  try {
    return JSON.parse(localStorage.getItem(draftKey(camForm)));
  } catch {
    return null;
  }
}

export function trouble(place, error) {
  place.replaceChildren(el('div', { class: 'baton-refused', role: 'alert' },
    el('strong', {}, 'This can\'t be shown.'), el('div', {}, error.message)));
}

/** Fields under the names by which the server's reasons speak of them. */
export function named(name, part) {
  return { name, fault: (path, text) => part.fault(path, text), clear: () => part.clear(), part };
}
