import { z } from 'zod';
import { addPasskey } from '../../src/members/add-passkey.js';
import { listPasskeys } from '../../src/members/list-passkeys.js';
import { removePasskey } from '../../src/members/remove-passkey.js';
import { removeTotp } from '../../src/members/remove-totp.js';
import { askPasskey, startPasskey } from '../../src/members/start-passkey.js';
import { startTotp } from '../../src/members/start-totp.js';
import { takePasskey } from '../../src/members/take-passkey.js';
import { takeSecondStep } from '../../src/members/take-second-step.js';
import { type Endpoint, endpoint, listOf, whole } from './endpoint.js';
import { mustBeTaken, ownSession, session } from './session.js';
import { instant, instantOrNull, shown } from './wire.js';

const passkey = z
  .object({ id: z.string(), name: z.string(), created_at: instant, used_at: instantOrNull })
  .meta({ id: 'Passkey', description: 'A passkey of the member.' });

/** What browsers and authenticators tell each other (WebAuthn); its library judges it. */
const opaque = z.looseObject({});

const options = z.object({ options: opaque.describe('As the browser takes them (WebAuthn Level 3, in JSON).') });

/** The second step: an authenticator app, passkeys, and taking it. */
export const SECOND_STEP_ENDPOINTS: Endpoint[] = [
  endpoint('POST /session/second-step', {
    may: 'session',
    summary: 'Take the second step with a code',
    body: z.strictObject({ code: z.string().max(20).describe('Six digits. The first code confirms a new app.') }),
    answer: session,
    async run(asked) {
      mustBeTaken(await takeSecondStep(asked.ctx, asked.member, asked.body.code.replaceAll(' ', '')), 'code');
      return ownSession(asked);
    },
  }),
  endpoint('POST /session/passkey/start', {
    may: 'session',
    summary: 'Ask for a passkey',
    answer: options,
    run: async ({ ctx, member }) => ({ options: { ...(await askPasskey(ctx, member)) } }),
  }),
  endpoint('POST /session/passkey', {
    may: 'session',
    summary: 'Take the second step with a passkey',
    body: z.strictObject({ credential: opaque }),
    answer: session,
    async run(asked) {
      mustBeTaken(await takePasskey(asked.ctx, asked.member, asked.body.credential), 'credential');
      return ownSession(asked);
    },
  }),
  endpoint('POST /totp/start', {
    may: 'self_again_if_any',
    summary: 'Begin to set up an authenticator app',
    answer: z.object({ secret: z.string(), uri: z.string() }),
    run: ({ ctx, member }) => startTotp(ctx, member),
  }),
  endpoint('POST /totp/remove', {
    may: 'self_again',
    summary: 'Remove the authenticator app',
    answer: session,
    async run(asked) {
      await removeTotp(asked.ctx, asked.member);
      return ownSession(asked);
    },
  }),
  endpoint('GET /passkeys', {
    may: 'self',
    summary: "List the member's passkeys",
    answer: listOf(passkey),
    run: async ({ ctx, member }) => whole((await listPasskeys(ctx, member.memberId)).map((one) => shown(passkey, one))),
  }),
  endpoint('POST /passkeys/start', {
    may: 'self_again_if_any',
    summary: 'Begin to make a passkey',
    answer: options,
    run: async ({ ctx, member }) => ({ options: { ...(await startPasskey(ctx, member)) } }),
  }),
  endpoint('POST /passkeys', {
    may: 'self_again_if_any',
    summary: 'Keep a new passkey',
    body: z.strictObject({ name: z.string().max(100).default(''), credential: opaque }),
    answer: passkey,
    status: 201,
    run: async ({ ctx, member, body }) => shown(passkey, await addPasskey(ctx, member, body)),
  }),
  endpoint('POST /passkeys/:id/remove', {
    may: 'self_again',
    summary: 'Remove a passkey',
    answer: null,
    run: ({ ctx, member, params }) => removePasskey(ctx, member, params.id ?? ''),
  }),
];
