import { isIP } from 'node:net';
import { isLoopbackHost } from '../../core/images/image-reference.ts';
import type { Read } from './setting.ts';

/** Any text but an empty one. */
export function readText(text: string): Read<string> {
  return text === '' ? { expected: 'a text' } : { value: text };
}

/** `true`, `false`, `1` or `0`. */
export function readBoolean(text: string): Read<boolean> {
  if (text === 'true' || text === '1') return { value: true };
  return text === 'false' || text === '0' ? { value: false } : { expected: 'true or false' };
}

/** One of a few words. */
export function readOneOf<const T extends string>(names: readonly T[]) {
  return (text: string): Read<T> => {
    const value = names.find((name) => name === text);
    return value === undefined ? { expected: names.join(', ') } : { value };
  };
}

/** Values separated by commas, each as `read` has it. */
export function readList<T>(read: (text: string) => Read<T>) {
  return (text: string): Read<readonly T[]> => {
    const values: T[] = [];
    for (const part of text.split(',')) {
      const one = read(part.trim());
      if ('expected' in one) return { expected: `${one.expected}, or several with commas` };
      values.push(one.value);
    }
    return { value: values };
  };
}

/** A port of TCP. */
export function readPort(text: string): Read<number> {
  const isPort = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535;
  return isPort ? { value: Number(text) } : { expected: 'from 1 to 65535' };
}

/** An http or https origin: a base address without path, query or user; no slash at its end. */
export function readBaseUrl(text: string): Read<string> {
  const expected = 'an http or https URL without a path, for example https://images.example.com';
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return { expected };
  const isBare = `${url.protocol}//${url.host}/` === url.href;
  return isBare ? { value: url.origin } : { expected };
}

/** An https address, or http on the loopback interface: tokens and keys go there. */
export function readIssuerUrl(text: string): Read<string> {
  const url = URL.parse(text);
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.host));
  if (!url || !isSafe || url.search !== '' || url.hash !== '' || url.username !== '') {
    return { expected: 'an https URL, for example https://accounts.example.com' };
  }
  return { value: text };
}

/** The names that stand for several networks. */
export const NAMED_NETWORKS = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more !== undefined) return false;
  const most = version === 4 ? 32 : 128;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
}

/** An IP address, a network in CIDR notation, or one of NAMED_NETWORKS. */
export function readNetwork(text: string): Read<string> {
  if (text in NAMED_NETWORKS || isNetwork(text)) return { value: text };
  const names = Object.keys(NAMED_NETWORKS).join(', ');
  return { expected: `${names}, an IP address or a network such as 10.0.0.0/8` };
}
