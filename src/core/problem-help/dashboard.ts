import type { ProblemHelp } from './problem-help.js';

const PAGE = 'Sec-Fetch-Site: same-origin';

/** What the dashboard's pages are answered. */
export const DASHBOARD_HELP = {
  session_required: {
    why: 'Nobody is signed in, somebody ended the session, or it was not used for twelve hours. A session ends after seven days at the latest.',
    fix: 'Open `/dashboard/sign-in` and ask for a link. To call the API from a program, use a key: sessions are for people.',
    request: 'GET /dashboard/api/session',
  },
  sign_in_link_invalid: {
    why: 'A sign-in link works once, for 15 minutes. Another link of yours that was used ends this one too.',
    fix: 'Ask for another link on `/dashboard/sign-in`, and open the newest mail.',
    request: `POST /dashboard/api/session/open\n${PAGE}\nContent-Type: application/json\n\n{ "token": "a link of yesterday" }`,
  },
  cross_site_refused: {
    why: 'A page of another website made the call, or a program that does not say which page it is. Only the dashboard may use your session.',
    fix: 'Use the dashboard itself. A proxy in front of it must pass `Origin`, `Host` and `Sec-Fetch-Site` on unchanged.',
    request: 'POST /dashboard/api/session/sign-out\nOrigin: https://other.example',
  },
  second_step_owed: {
    why: 'You have an authenticator app or a passkey, and this new session has not seen it yet.',
    fix: 'Enter a code of your app, or use your passkey. If you lost both, an owner of your company can reset them.',
    request: 'GET /dashboard/api/keys',
  },
  second_step_missing: {
    why: 'Making secrets, keys and members takes an authenticator app or a passkey, and you have neither.',
    fix: 'Set one up under your account, then repeat what you were doing.',
    request: 'POST /dashboard/api/keys',
  },
  second_step_again: {
    why: 'Making secrets, keys and members takes a second step of the last 15 minutes, and yours is older.',
    fix: 'Enter a code of your app, or use your passkey, then repeat what you were doing.',
    request: 'POST /dashboard/api/keys',
  },
  role_not_allowed: {
    why: 'Each member has a role: owner, developer, finance or viewer. Yours may not do this.',
    fix: 'Ask an owner of your company to do it, or to give you another role.',
    request: 'POST /dashboard/api/members',
  },
  rotated_already: {
    why: 'Somebody gave the key or secret a new one seconds ago, perhaps you by clicking twice; or the old one from the last time still works.',
    fix: 'Reload the page to see which. End the old one first, or wait ten seconds.',
    request: `POST /dashboard/api/keys/key_8sJ2nQ0dXv4LrT6w/roll\n${PAGE}\nContent-Type: application/json\n\n{ "keep_hours": 0 }`,
    detail: 'This key was rolled seconds ago, and the new one handed out. Wait ten seconds to do it again.',
  },
  mail_unavailable: {
    why: 'The people who run this service have not set up a mail server. Sign-in links and invitations go out by mail.',
    fix: 'Ask them to set `SMTP_URL` and `MAIL_FROM`. Members who are signed in can go on working.',
    request: `POST /dashboard/api/session/request-link\n${PAGE}\nContent-Type: application/json\n\n{ "email": "you@example.com" }`,
  },
} as const satisfies Record<string, ProblemHelp>;
