import { lookup, Resolver } from 'node:dns/promises';
import { isPublicAddress, literalAddress } from '../../core/public-address.js';
import { DeliveryFault, errorCode } from './faults.js';

/** All addresses of a host name, in the order to try. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** Not the operating system's lookup: it blocks a thread of four for each name whose servers do not answer. */
const resolver = new Resolver({ timeout: 2_500, tries: 2 });

export const resolveName: Resolve = async (hostname) => {
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  const [first] = answers;
  if (addresses.length === 0 && first?.status === 'rejected') throw first.reason;
  return addresses;
};

/** Development: the hosts file and `localhost` count as well. */
export const resolveNameLocally: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'ipv4first' });
  return found.map(({ address }) => address);
};

/** Resolves a URL's host. @throws {DeliveryFault} `dns` without an address, `blocked_address` if any address is not public. */
export async function permittedAddresses(
  hostname: string,
  options: { resolve: Resolve; allowPrivate: boolean },
): Promise<string[]> {
  const literal = literalAddress(hostname);
  const addresses = literal === null ? await namedAddresses(hostname, options.resolve) : [literal];
  const inside = options.allowPrivate ? undefined : addresses.find((address) => !isPublicAddress(address));
  if (inside !== undefined) {
    // Partners read it: which address a name of our network has is not theirs to know.
    const what =
      literal === null ? `${hostname} resolves to an address that is not public` : `${inside} is not a public address`;
    throw new DeliveryFault('blocked_address', what);
  }
  return addresses;
}

async function namedAddresses(hostname: string, resolve: Resolve): Promise<string[]> {
  const addresses = await resolve(hostname).catch((error: unknown) => {
    throw new DeliveryFault('dns', `${hostname} could not be resolved (${errorCode(error) ?? 'no answer'})`, {
      cause: error,
    });
  });
  if (addresses.length === 0) throw new DeliveryFault('dns', `${hostname} has no address`);
  return addresses;
}
