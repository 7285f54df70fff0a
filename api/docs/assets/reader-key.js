/** The reader's key: kept for the tab, as the address of a page is. Server keys and secrets are never stored. */
const NAME = 'partner-events.docs.key';
const STORABLE = /^tt_(test|pk)_[A-Za-z0-9_]+$/;

/** @returns {string | null} */
export function readKey() {
  try {
    const key = sessionStorage.getItem(NAME);
    return key !== null && STORABLE.test(key) ? key : null;
  } catch {
    return null;
  }
}

/** @param {string | null} key null forgets it. */
export function storeKey(key) {
  try {
    if (key === null) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, key);
  } catch {}
}

/**
 * Makes a test key of the reader's company, if they are signed in to the dashboard.
 *
 * @returns {Promise<{key: string} | {fault: string}>} the fault says what is in the way, for people.
 */
export async function makeTestKey() {
  try {
    const answer = await fetch('/dashboard/api/keys/test', { method: 'POST', redirect: 'error' });
    const body = await answer.json();
    if (answer.ok) return { key: body.key };
    if (body.code === 'session_required')
      return { fault: 'You are not signed in. Open the dashboard, sign in, and press the button again.' };
    return { fault: body.detail ?? `No key was made: HTTP ${answer.status}.` };
  } catch (error) {
    return { fault: `No key was made: ${error.message}` };
  }
}

/** Why a key is not taken; null if it is. @param {string} key */
export function keyFault(key) {
  if (STORABLE.test(key)) return null;
  if (key.startsWith('tt_sk_')) return 'A server key does not belong in a browser. Use a test key.';
  return 'A test key begins with tt_test_, a website key with tt_pk_live_.';
}
