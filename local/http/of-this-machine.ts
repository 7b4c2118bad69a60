import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../core/images/image-reference.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

/** Headers that proxies add (RFC 7239, RFC 9110 7.6.3, RFC 8586). */
const PROXY_HEADER = /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded-.*)$/;
/** The Origin that browsers send from the page itself; `null` where they hide it. */
const LOOPBACK_ORIGIN = /^(null|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?)$/;

/**
 * A proxy on this machine comes from it and may name it. nginx uses HTTP/1.0 by default, and no
 * browser does.
 */
function isPassedOn({ headers, httpVersion }: IncomingMessage): boolean {
  const { origin = 'null' } = headers;
  const names = Object.keys(headers);
  return (
    httpVersion === '1.0' ||
    names.some((name) => PROXY_HEADER.test(name)) ||
    !LOOPBACK_ORIGIN.test(origin)
  );
}

/**
 * Whether a request comes from this machine and names it. Others come from another machine, from a
 * web page whose DNS name was rebound to this machine, or through a reverse proxy.
 */
export function isOfThisMachine(request: IncomingMessage): boolean {
  const { socket, headers } = request;
  return (
    LOOPBACK_ADDRESS.test(socket.remoteAddress ?? '') &&
    isLoopbackHost(headers.host ?? '') &&
    !isPassedOn(request)
  );
}

/**
 * Whether a request of this machine was sent by a page of this service, by a header of the browser.
 * No other page can send it (Fetch Metadata). For reads: those of a page's own origin have no
 * Origin.
 */
export function isReadByOwnPage(request: IncomingMessage): boolean {
  return isOfThisMachine(request) && request.headers['sec-fetch-site'] === 'same-origin';
}

/** The same of a request that changes something, by its Origin too. */
export function isOfOwnPage(request: IncomingMessage): boolean {
  const { headers } = request;
  return isReadByOwnPage(request) && headers.origin === `http://${headers.host}`;
}
