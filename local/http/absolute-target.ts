import type { IncomingMessage } from 'node:http';

/** The authority and the rest of an absolute target; no user stands in front of a host. */
const ABSOLUTE = /^https?:\/\/([^/?#@\\\s]+)([/?].*)?$/i;

/**
 * Gives a request whose target is an absolute URL, as a proxy gets it, the target that a server
 * gets. The host of the URL takes the place of the header (RFC 9112, 3.2.2).
 */
export function toOriginForm(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const [, host, rest = '/'] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (host === undefined) return;
  request.headers.host = host;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
