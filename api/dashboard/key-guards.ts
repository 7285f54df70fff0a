import { z } from 'zod';
import { pinCertificate, setAllowedAddresses, showGuards, unpinCertificate } from '../../src/access/key-guards.js';
import { readCertificate } from '../../src/access/rules/client-certificate.js';
import { certificate as schema } from '../../src/access/schemas.js';
import { noSuch } from '../../src/core/problems.js';
import { operation, owned, underNames } from './operation.js';
import { inJson, instantOrNull } from './wire.js';

export const certificate = z
  .object({
    sha256: z.string().describe('Of the certificate in DER, in hexadecimal digits.'),
    ...inJson(schema.pick({ subject: true, not_after: true })),
    added_at: instantOrNull.describe('Null: it was only looked at.'),
  })
  .meta({ id: 'Certificate', description: 'A client certificate.' });

interface Certificate {
  fingerprint: string;
  subject: string;
  notAfter: Date;
  addedAt?: Date | null;
}

export const toCertificate = ({ fingerprint: sha256, addedAt = null, ...certificate }: Certificate) => ({
  ...certificate,
  sha256,
  addedAt,
});

export const KEY_GUARD_OPERATIONS = [
  operation('POST /keys/:id/networks', {
    may: 'keys.change',
    summary: 'Replace the IP allowlist of a key',
    body: z.strictObject({ networks: z.array(z.string().max(100)).max(200) }),
    answer: z.object({ network_list: z.array(z.string()) }),
    run: async (call) => ({
      networkList: await setAllowedAddresses(call.ctx, { ...owned(call, 'keyId'), ...call.body }),
    }),
  }),
  operation('POST /keys/:id/certificates', {
    may: 'keys.change',
    summary: 'Pin a certificate to a key, or look at one',
    body: z.strictObject({
      pem: z.string().max(20_000),
      check: z.boolean().default(false).describe('Only tell what it is, and pin nothing.'),
    }),
    answer: certificate,
    async run(call) {
      const { ctx, body } = call;
      const file = Buffer.from(body.pem);
      if (body.check) {
        await showGuards(ctx, owned(call, 'keyId'));
        const looked = async () => readCertificate(file, ctx.clock.now());
        return toCertificate(await underNames({ certificate: 'pem' }, looked()));
      }
      return toCertificate(
        await underNames({ certificate: 'pem' }, pinCertificate(ctx, { ...owned(call, 'keyId'), file })),
      );
    },
  }),
  operation('POST /keys/:id/certificates/:sha256/remove', {
    may: 'keys.change',
    summary: 'Unpin a certificate from a key',
    answer: null,
    async run(call) {
      const { ctx, params } = call;
      const key = owned(call, 'keyId');
      const { certificates } = await showGuards(ctx, key);
      const fingerprint = params.sha256;
      if (!certificates.some((certificate) => certificate.fingerprint === fingerprint))
        throw noSuch('certificate', fingerprint);
      await unpinCertificate(ctx, { ...key, fingerprint });
    },
  }),
];
