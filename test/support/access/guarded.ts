import { bearer, type TestApi } from '../api.js';
import { pinCertificate, setAllowedAddresses } from '../dashboard/as-operator.js';
import type { MadeCertificate } from '../outside/make-certificate.js';
import { waitFor } from '../wait-for.js';

export const BASES = ['/v1', '/api/v1'];

/** A `Client-Cert` header (RFC 9440). */
export const clientCert = ({ der }: MadeCertificate): Record<string, string> => ({
  'client-cert': `:${der.toString('base64')}:`,
});

export interface Call {
  key: { key: string };
  url?: string;
  /** The certificate of the connecting peer. */
  remote?: string;
  headers?: Record<string, string>;
}

/** One call over no socket at all, from an address that is no trusted proxy by default. */
export function call(api: Pick<TestApi, 'app'>, { key, url = '/v1/probe', remote = '198.51.100.1', headers }: Call) {
  return api.app.inject({ url, remoteAddress: remote, headers: bearer(key, headers) });
}

/** The code of a refusal, or `ok`. */
export async function verdict(api: Pick<TestApi, 'app'>, one: Call): Promise<string> {
  const answer = await call(api, one);
  return answer.statusCode === 200 ? 'ok' : answer.json<{ code: string }>().code;
}

/** Pins a certificate and waits until the process, which has used the key, knows it. */
export async function pin(api: TestApi, key: { id: string; key: string }, certificate: MadeCertificate): Promise<void> {
  await pinCertificate(api.ctx, { keyId: key.id, file: Buffer.from(certificate.pem) });
  await waitFor(async () => (await verdict(api, { key })) === 'certificate_required');
}

/** Lists addresses and waits until they count; `asking` must come from elsewhere and be refused for nothing else. */
export async function allow(
  api: TestApi,
  key: { id: string; key: string },
  networks: string[],
  asking: Omit<Call, 'key'> = { remote: '192.0.2.255' },
): Promise<void> {
  await setAllowedAddresses(api.ctx, { keyId: key.id, networks });
  await waitFor(async () => (await verdict(api, { key, ...asking })) === 'ip_not_allowed');
}
