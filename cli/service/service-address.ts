import { withoutEndSlashes } from '../../client/src/without-end-slashes.ts';
import { CommandError } from '../command-error.ts';

/** Whether an address is one of this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/**
 * A service's base URL in its one spelling. Keys and tokens are sent there, so it is https, or this
 * machine.
 */
export function serviceAddress(text: string): string {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash) {
    const hint = 'Use a URL like https://api.example.com/prod or http://127.0.0.1:8080.';
    throw new CommandError('usage', `${text} is not the URL of a service.`, hint);
  }
  if (url.username || url.password) {
    throw new CommandError('usage', 'The URL of a service must not have a user name or password.');
  }
  if (url.protocol === 'http:' && !isLoopback(url)) {
    const why = 'keys and tokens would be sent unencrypted';
    throw new CommandError('usage', `${url.origin} does not use https: ${why}.`);
  }
  if (url.hostname === 'localhost') url.hostname = '127.0.0.1'; // as the local service names itself
  return withoutEndSlashes(url.href);
}
