import { z } from 'zod';
import { addPasskey, askPasskey, removePasskey, startPasskey, takePasskey } from '../../src/members/passkeys.js';
import { listPasskeyRows } from '../../src/members/sql/passkeys.js';
import { confirmTotp, removeTotp, startTotp, takeSecondStep } from '../../src/members/totp.js';
import { setSession } from './cookie.js';
import { limitMember } from './limit.js';
import { listOf, operation, whole } from './operation.js';
import { ownSession, raised, session } from './session.js';
import { instant, instantOrNull } from './wire.js';

const passkey = z
  .object({ id: z.string(), name: z.string(), created_at: instant, used_at: instantOrNull })
  .meta({ id: 'Passkey', description: 'A passkey of the member.' });

/** Messages between browsers and authenticators (WebAuthn). The library checks them. */
const opaque = z.looseObject({});

const options = z.object({ options: opaque.describe('As the browser takes them (WebAuthn Level 3, in JSON).') });

const codeBody = z.strictObject({ code: z.string().max(20).describe('Six digits.') });

const digitsOf = (code: string): string => code.replaceAll(' ', '');

export const SECOND_STEP_OPERATIONS = [
  operation('POST /session/second-step', {
    may: 'member',
    summary: 'Take the second step with a code',
    body: codeBody,
    answer: session,
    async run(call) {
      return raised(call, await takeSecondStep(call.ctx, call.member, digitsOf(call.body.code)), 'code');
    },
  }),
  operation('POST /session/passkey/start', {
    may: 'member',
    summary: 'Ask for a passkey',
    answer: options,
    run: async ({ ctx, member }) => ({ options: { ...(await askPasskey(ctx, member)) } }),
  }),
  operation('POST /session/passkey', {
    may: 'member',
    summary: 'Take the second step with a passkey',
    body: z.strictObject({ credential: opaque }),
    answer: session,
    async run(call) {
      return raised(call, await takePasskey(call.ctx, call.member, call.body.credential), 'credential');
    },
  }),
  operation('POST /totp/start', {
    may: 'self_again_if_any',
    summary: 'Begin to set up an authenticator app',
    answer: z.object({ secret: z.string(), uri: z.string() }),
    async run({ ctx, member }) {
      await limitMember({ ctx, member }, 'second_step_setup', {});
      return startTotp(ctx, member);
    },
  }),
  operation('POST /totp/confirm', {
    may: 'self_again_if_any',
    summary: 'Add the authenticator app by its first code',
    body: codeBody,
    answer: session,
    async run(call) {
      return raised(call, await confirmTotp(call.ctx, call.member, digitsOf(call.body.code)), 'code');
    },
  }),
  operation('POST /totp/remove', {
    may: 'self_again',
    summary: 'Remove the authenticator app',
    answer: session,
    async run(call) {
      await removeTotp(call.ctx, call.member);
      return ownSession(call);
    },
  }),
  operation('GET /passkeys', {
    may: 'self',
    summary: "List the member's passkeys",
    answer: listOf(passkey),
    run: async ({ ctx, member }) => whole(await listPasskeyRows(ctx.sql, member.memberId)),
  }),
  operation('POST /passkeys/start', {
    may: 'self_again_if_any',
    summary: 'Begin to make a passkey',
    answer: options,
    async run({ ctx, member }) {
      await limitMember({ ctx, member }, 'second_step_setup', {});
      return { options: { ...(await startPasskey(ctx, member)) } };
    },
  }),
  operation('POST /passkeys', {
    may: 'self_again_if_any',
    summary: 'Keep a new passkey',
    body: z.strictObject({ name: z.string().max(100).default(''), credential: opaque }),
    answer: passkey,
    status: 201,
    async run({ ctx, member, body, reply }) {
      const added = await addPasskey(ctx, member, body);
      setSession(reply, ctx.config, added.token);
      return added.passkey;
    },
  }),
  operation('POST /passkeys/:id/remove', {
    may: 'self_again',
    summary: 'Remove a passkey',
    answer: null,
    run: ({ ctx, member, params }) => removePasskey(ctx, member, params.id),
  }),
];
