import { z } from 'zod';

/** An IP address or a host name to listen on. */
export const listenHost = z
  .union([z.ipv4(), z.ipv6(), z.hostname()], { error: 'must be an IP address or a host name' })
  .refine((host) => !/^[\d.]+$/.test(host) || z.ipv4().safeParse(host).success, 'is no IP address');

/** An absolute http(s) URL without a trailing slash; links are built by appending to it. */
export const address = z
  .url({ protocol: /^https?$/ })
  .regex(
    /^https?:\/\/[^/?#@]+(?:\/[\w./~-]*)?$/i,
    'must be scheme, host and path alone, such as https://api.example.com/v1',
  )
  .transform((value) => value.replace(/\/+$/, ''));

const hasHost = (text: string) => URL.parse(text)?.hostname !== '';

/** Without a host or a database, the client would choose its own default. `?host=` names the folder of a socket. */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine(
    (text) =>
      (hasHost(text) || URL.parse(text)?.searchParams.has('host')) && /^\/./.test(URL.parse(text)?.pathname ?? ''),
    'must name a host and a database: postgres://user:password@host:5432/database',
  )
  .refine(isDecodable, 'has a % that is not part of an escape: write %25');

export const redisUrl = z
  .url({ protocol: /^rediss?$/ })
  .refine(hasHost, 'must name a host: redis://host:6379')
  .refine(
    (text) => /^\/?\d*$/.test(URL.parse(text)?.pathname ?? ''),
    'must end with the number of a database, or none',
  );

export const smtpUrl = z
  .url({ protocol: /^smtps?$/ })
  .refine(hasHost, 'must name a host: smtp://user:password@mail.example.com:587')
  .refine(isDecodable, 'has a % that is not part of an escape: write %25');

export const temporalAddress = z
  .string()
  .regex(/^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:]+\]):\d{1,5}$/, 'must be host:port, for example temporal.example.com:7233')
  .refine((text) => {
    const port = Number(text.slice(text.lastIndexOf(':') + 1));
    return port >= 1 && port <= 65_535;
  }, 'must have a port from 1 to 65535');

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
