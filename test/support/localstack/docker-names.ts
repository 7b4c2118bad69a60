/**
 * `node --import docker-names.ts`: in this process names resolve as in a container. Docker's names
 * there are DOCKER_NAMES, separated by commas, and all are the loopback address here. No other name
 * resolves; each attempt goes to standard error.
 */
import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP } from 'node:net';

type Callback = (error: Error | null, address?: unknown, family?: number) => void;

const known = new Set(['localhost', ...(process.env.DOCKER_NAMES ?? '').split(',')]);

function resolveName(name: string): LookupAddress {
  const family = isIP(name);
  if (family !== 0) return { address: name, family };
  if (known.has(name)) return { address: '127.0.0.1', family: 4 };
  console.error(`docker-names: ${name} doesn't resolve`);
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), {
    code: 'ENOTFOUND',
    syscall: 'getaddrinfo',
    hostname: name,
    errno: -3008,
  });
}

function lookup(name: string, ...rest: unknown[]): void {
  const callback = rest.at(-1) as Callback;
  const [options] = rest as [{ all?: boolean } | number];
  const isAll = typeof options === 'object' && options?.all === true;
  process.nextTick(() => {
    try {
      const found = resolveName(name);
      if (isAll) callback(null, [found]);
      else callback(null, found.address, found.family);
    } catch (error) {
      callback(error as Error);
    }
  });
}

const promised = async (name: string, options?: { all?: boolean }) =>
  options?.all ? [resolveName(name)] : resolveName(name);

Object.assign(dns, { lookup });
Object.assign(dns.promises, { lookup: promised });
syncBuiltinESMExports();
