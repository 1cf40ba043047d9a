import { api } from './api.js';

/**
 * Who looks at the page; null before they have signed in. A page of Camunda reads its plug-ins once, so it is loaded again
 * after that.
 */
export async function whoAmI() {
  const { ok, body } = await api('/me');
  if (ok) return body;
  addEventListener('hashchange', () => {
    if (!location.hash.startsWith('#/login')) location.reload();
  });
  return null;
}

/** Has Camunda leave out plug-ins of its own: those whose routes are closed to everybody, or to this person. */
export function leaveOut(plugins) {
  document.querySelector('base').setAttribute('cam-exclude-plugins', plugins.join(','));
}

/** The address of a task in the console. */
export function inConsole(id) {
  return '/tasks/' + encodeURIComponent(id);
}
