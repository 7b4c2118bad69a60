import type { IncomingMessage } from 'node:http';
import { isLoopbackHost } from '../../core/images/image-reference.ts';

const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/;

/** Headers that proxies add (RFC 7239, RFC 9110 7.6.3, RFC 8586). */
const PROXY_HEADER = /^(forwarded|via|cdn-loop|x-real-ip|x-forwarded-.*)$/;
/** The Origin that browsers send from the page itself; `null` where they hide it. */
const LOOPBACK_ORIGIN = /^(null|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?)$/;

/**
 * A proxy on this machine comes from it and may name it; HTTP/1.0, which no browser speaks, is how
 * nginx asks unless it is told otherwise.
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
 * Whether a request comes from this machine and names it: not from another machine where the
 * service listens to others as well, not from a web page whose name was made to lead here, and not
 * through a reverse proxy.
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
 * Whether a request of this machine was sent by a page of this service, as a browser tells it: no
 * other page can send these headers (Fetch Metadata, Fetch "forbidden request-header").
 */
export function isOfOwnPage(request: IncomingMessage): boolean {
  const { headers } = request;
  return (
    isOfThisMachine(request) &&
    headers['sec-fetch-site'] === 'same-origin' &&
    headers.origin === `http://${headers.host}`
  );
}
