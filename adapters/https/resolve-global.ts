import { lookup } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import { isGlobalAddress } from './global-address.ts';

/** Every address of a name. */
export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** By the resolver of this machine. */
export const resolveName: ResolveName = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** The reason for a missing address. */
export type ResolveFault = 'name_not_found' | 'address_not_allowed';

/**
 * The one address to connect to: all addresses of a name must be global, or the name could lead
 * into a private network.
 */
export async function resolveGlobal(
  resolve: ResolveName,
  hostname: string,
): Promise<{ readonly address: string } | { readonly fault: ResolveFault }> {
  const addresses = await resolve(hostname).catch(() => []);
  // functions in AWS have no IPv6 outside of a VPC
  const address = addresses.find(isIPv4) ?? addresses[0];
  if (address === undefined) return { fault: 'name_not_found' };
  if (!addresses.every(isGlobalAddress)) return { fault: 'address_not_allowed' };
  return { address };
}
