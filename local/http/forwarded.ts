import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { NAMED_NETWORKS } from '../settings/read-values.ts';

/** The client of a request as a trusted proxy tells it; without one, the peer itself. */
export interface Forwarded {
  readonly address: string;
  /** Undefined: no trusted proxy named it. */
  readonly proto: 'http' | 'https' | undefined;
  /** In lower case; undefined: no trusted proxy named it. */
  readonly host: string | undefined;
}

/** Reads of a request where it came from. */
export type ReadForwarded = (request: IncomingMessage) => Forwarded;

const known = new WeakMap<IncomingMessage, Forwarded>();

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
/** An IPv4 address as a socket of both families has it. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

function trustedList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  const all = networks.flatMap((name): readonly string[] =>
    name === 'loopback' || name === 'private' ? NAMED_NETWORKS[name] : [name],
  );
  for (const network of all) {
    const [address = '', bits] = network.split('/');
    const family = familyOf(address);
    const width = family === 'ipv6' ? 128 : 32;
    list.addSubnet(address, bits === undefined ? width : Number(bits), family);
  }
  return list;
}

/** The elements of a list header, all of its lines. */
function listOf(header: string | string[] | undefined): readonly string[] {
  const text = Array.isArray(header) ? header.join(',') : (header ?? '');
  return text === '' ? [] : text.split(',').map((one) => one.trim());
}

/** An address as X-Forwarded-For has it: some proxies add a port. */
function addressOf(element: string): string {
  const [, inner = element] = /^\[(.+)\](?::\d+)?$/.exec(element) ?? [];
  const [, host = inner] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(inner) ?? [];
  return plain(host);
}

/**
 * Reads X-Forwarded-For, -Proto and -Host of requests from these networks; of any other peer they
 * count for nothing. The client is the last address that isn't a trusted proxy: those before it
 * could have been made up by the client.
 */
export function createReadForwarded(networks: readonly string[]): ReadForwarded {
  const list = trustedList(networks);
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && list.check(address, familyOf(address));
  return ({ socket, headers }) => {
    let address = plain(socket.remoteAddress ?? '');
    if (!isTrusted(address)) return { address, proto: undefined, host: undefined };
    for (const element of listOf(headers['x-forwarded-for']).toReversed()) {
      const before = addressOf(element);
      if (isIP(before) === 0) break;
      address = before;
      if (!isTrusted(before)) break;
    }
    const proto = listOf(headers['x-forwarded-proto']).at(-1);
    const host = listOf(headers['x-forwarded-host']).at(-1)?.toLowerCase();
    return {
      address,
      proto: proto === 'http' || proto === 'https' ? proto : undefined,
      host: host === '' ? undefined : host,
    };
  };
}

/** Reads a request's origin once, for everything that asks for it later. */
export function noteForwarded(request: IncomingMessage, read: ReadForwarded): void {
  known.set(request, read(request));
}

/** Where a request came from, as it was noted; else its peer. */
export function forwardedOf(request: IncomingMessage): Forwarded {
  const address = request.socket.remoteAddress ?? '';
  return known.get(request) ?? { address, proto: undefined, host: undefined };
}
