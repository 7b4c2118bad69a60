import type { StartedService } from '../service/start-service.ts';
import type { Tally } from './tally.ts';

/** A template has names in braces, and a form of a path of the site: no id and no key. */
const TEMPLATE = /^(?:none|\/[\w./{}-]*)$/;
const ID = /_[a-z0-9]{20,}/i;
/** Of a service: its calls, and the pages and files of its site. */
const MAX_ROUTES = 150;

function routeOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  const { message, route } = JSON.parse(line) as Readonly<Record<string, string>>;
  return message === 'request' ? route : undefined;
}

/**
 * Checks what a service has logged under an attack (security.logs-and-alarms,
 * security.no-key-in-clear): few routes, none with an id, and no key.
 */
export function checkLog(
  service: Pick<StartedService, 'output' | 'apiKey' | 'uploadKey'>,
  tally: Tally,
  print: (line: string) => void,
): void {
  const { apiKey, uploadKey } = service;
  const lines = service.output().split('\n');
  const requests = lines.flatMap((line) => routeOf(line) ?? []);
  const routes = [...new Set(requests)];
  print(`log: ${requests.length} requests, ${routes.length} routes of at most ${MAX_ROUTES}`);
  const wrong = routes.filter((route) => !TEMPLATE.test(route) || ID.test(route));
  const isEmpty = requests.length === 0 || routes.length > MAX_ROUTES;
  tally.record('routes in the log', [
    ...wrong.map((route) => `${route} is no template`),
    ...(isEmpty ? [`${routes.length} routes of ${requests.length} requests`] : []),
  ]);
  const withKey = lines.filter((line) => line.includes(apiKey) || line.includes(uploadKey));
  tally.record('keys in the log', withKey.length > 0 ? [`${withKey.length} lines with a key`] : []);
}
