import type { IncomingMessage } from 'node:http';

/** The path of a request, without its query. */
export const pathOf = ({ url = '' }: IncomingMessage): string => url.split('?', 1)[0] ?? '';

/** Whether a path is another one, or below it. */
export const isAtOrBelow = (path: string, above: string): boolean =>
  path === above || path.startsWith(`${above}/`);
