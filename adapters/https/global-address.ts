import { BlockList, isIP } from 'node:net';

/**
 * IANA IPv4 Special-Purpose Address Registry: every block, including the globally reachable ones
 * (they have no public servers), with multicast and the reserved blocks above it.
 */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/**
 * RFC 4291: all allocated global unicast addresses. Forms that wrap an IPv4 address (mapped,
 * compatible, NAT64) are outside.
 */
const GLOBAL_V6 = ['2000::/3'];
/**
 * IANA IPv6 Special-Purpose Address Registry, inside of it: protocol assignments (Teredo among
 * them), documentation, 6to4, AS112.
 */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'];

function blocks(family: 'ipv4' | 'ipv6', networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const specialV4 = blocks('ipv4', SPECIAL_V4);
const globalV6 = blocks('ipv6', GLOBAL_V6);
const specialV6 = blocks('ipv6', SPECIAL_V6);

/**
 * Whether an address, as a resolver answers it, is global: of no special-purpose network, in any
 * spelling.
 */
export function isGlobalAddress(address: string): boolean {
  if (address.includes('%')) return false; // a zone: an address of one link
  const family = isIP(address);
  if (family === 4) return !specialV4.check(address, 'ipv4');
  return family === 6 && globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}
