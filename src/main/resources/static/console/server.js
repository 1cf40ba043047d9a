import { api, cookie, get } from '../forms/api.js';

/** Who is signed in; filled before the first page is shown. */
export const me = { id: '', groups: [], demo: false };

/** How far the browser's clock is off, so that time left is right. */
let offset = 0;

export const now = () => Date.now() + offset;

export const supervises = () => ['lead', 'human', 'admin'].some(group => me.groups.includes(group));

/** An answer of the API; whoever is signed out is sent to the login page and comes back. */
export async function load(path) {
  const { ok, status, body } = await api(path);
  if (status === 401) signedOut.act();
  if (!ok) throw Object.assign(new Error(body?.detail ?? 'The server answered ' + status), { status });
  return body;
}

/** The answer, or the fallback where the server can't give one. */
export const attempt = (path, fallback = null) => load(path).catch(() => fallback);

export { api, get };

export async function whoAmI() {
  Object.assign(me, await load('/me'));
  offset = Date.parse(me.at) - Date.now();
}

/** What happens when the session is over; the application decides whether the page may be left. */
export const signedOut = { act: signIn };

export function signIn() {
  location.assign('/login?to=' + encodeURIComponent(location.pathname + location.search));
}

export async function signOut() {
  await api('/me'); // renews the token's cookie
  await fetch('/logout', { method: 'POST', headers: { 'X-XSRF-TOKEN': cookie('XSRF-TOKEN') } });
  location.assign('/login');
}

/** Lifecycles change seldom; a deployment makes the pages ask again. */
const lifecycles = new Map();

export function lifecycle(key, version) {
  const address = '/lifecycles/' + encodeURIComponent(key) + (version ? '?version=' + version : '');
  if (!lifecycles.has(address)) {
    lifecycles.set(address, load(address).catch(error => {
      lifecycles.delete(address);
      throw error;
    }));
  }
  return lifecycles.get(address);
}

export const forgetLifecycles = () => lifecycles.clear();
