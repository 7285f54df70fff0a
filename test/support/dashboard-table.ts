import type { May } from '../../api/dashboard/endpoint.js';

/** Who may call each endpoint of the dashboard, drawn by hand from what was agreed and not from the code. */
export const AGREED_ENDPOINTS: Record<string, May> = {
  'POST /session/request-link': 'anybody',
  'POST /session/open': 'anybody',
  'GET /session': 'session',
  'POST /session/sign-out': 'session',
  'POST /session/second-step': 'session',
  'POST /session/passkey/start': 'session',
  'POST /session/passkey': 'session',
  'GET /sessions': 'self',
  'POST /sessions/:id/end': 'self',
  'POST /totp/start': 'self_again_if_any',
  'POST /totp/remove': 'self_again',
  'GET /passkeys': 'self',
  'POST /passkeys/start': 'self_again_if_any',
  'POST /passkeys': 'self_again_if_any',
  'POST /passkeys/:id/remove': 'self_again',
  'GET /members': 'members.read',
  'POST /members': 'members.change',
  'POST /members/:id/role': 'members.change',
  'POST /members/:id/remove': 'members.change',
  'POST /members/:id/remove-second-step': 'members.change',
};
