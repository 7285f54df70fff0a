import type { ProblemHelp } from './problem-help.js';

const PAGE = 'Sec-Fetch-Site: same-origin';

/** Errors of the dashboard's own calls. */
export const DASHBOARD_HELP = {
  session_required: {
    why: 'You are not signed in, your session was ended, or you did not use it for twelve hours. A session ends after seven days at the latest.',
    fix: 'Request a link on `/dashboard/sign-in`. To call the API from a program, use a key: sessions are for people.',
    request: 'GET /dashboard/api/session',
  },
  sign_in_link_invalid: {
    why: 'A sign-in link works once, for 15 minutes. Once you use one link, your other links stop working.',
    fix: 'Request another link on `/dashboard/sign-in`, and open the newest email.',
    request: `POST /dashboard/api/session/open\n${PAGE}\nContent-Type: application/json\n\n{ "token": "a link of yesterday" }`,
  },
  cross_site_refused: {
    why: 'The call came from a page of another website, or from a program that does not name its page. Only the dashboard can use your session.',
    fix: 'Use the dashboard itself. A proxy in front of it must pass `Origin`, `Host` and `Sec-Fetch-Site` unchanged.',
    request: 'POST /dashboard/api/session/sign-out\nOrigin: https://other.example',
  },
  second_step_owed: {
    why: 'You have an authenticator app or a passkey, and have not used it in this session yet.',
    fix: 'Enter a code from your app, or use your passkey. If you lost both, an owner of your company can remove your second step.',
    request: 'GET /dashboard/api/keys',
  },
  second_step_missing: {
    why: 'Creating keys and secrets and changing the team needs an authenticator app or a passkey, and you have neither.',
    fix: 'Set one up on the Security page, then try again.',
    request: 'POST /dashboard/api/keys',
  },
  second_step_again: {
    why: 'Creating keys and secrets and changing the team needs a second step from the last 15 minutes, and yours is older.',
    fix: 'Enter a code from your app, or use your passkey, then try again.',
    request: 'POST /dashboard/api/keys',
  },
  role_not_allowed: {
    why: 'Each member has a role: owner, developer, finance, marketing or viewer. Yours does not allow this.',
    fix: 'Ask an owner of your company to do it, or to change your role.',
    request: 'POST /dashboard/api/members',
  },
  rotated_already: {
    why: 'The key or secret was replaced seconds ago, perhaps by a second click; or the previous one still works.',
    fix: 'Reload the page to see which. End the previous one first, or wait ten seconds.',
    request: `POST /dashboard/api/keys/key_8sJ2nQ0dXv4LrT6w/roll\n${PAGE}\nContent-Type: application/json\n\n{ "keep_hours": 0 }`,
    detail: 'This key was rolled seconds ago, and the new one handed out. Wait ten seconds to do it again.',
  },
  mail_unavailable: {
    why: 'This service has no mail server yet. Sign-in links and invitations go out by email.',
    fix: 'Ask whoever runs this service to set up its mail. Members who are signed in can go on working.',
    request: `POST /dashboard/api/session/request-link\n${PAGE}\nContent-Type: application/json\n\n{ "email": "you@example.com" }`,
  },
} as const satisfies Record<string, ProblemHelp>;
