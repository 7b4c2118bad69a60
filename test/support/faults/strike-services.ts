import { setImmediate as turn } from 'node:timers/promises';
import type { Services } from '../../../core/ports/services.ts';

/**
 * One call of a port that fails, before it is carried out or after, or that isn't carried out and
 * answers something else.
 */
export type Strike =
  | { readonly at: number; readonly when: 'before' | 'after'; readonly error: () => Error }
  | { readonly at: number; readonly when: 'instead'; readonly answer: Instead };

/** Another answer; a function makes it of the true one, so the call is carried out then. */
export type Instead = object | string | boolean | number | ((real: never) => unknown) | undefined;

/** Services whose port calls are counted, each answered a turn late. */
export interface WatchedServices {
  readonly services: Services;
  /** The calls so far, like `images.getImage`. */
  readonly calls: string[];
  /** The calls that are not answered yet. */
  open(): string[];
  /** The call that was struck; undefined if the work made fewer calls. */
  struck(): string | undefined;
}

/** No ports, or ports without a promise. */
const UNWATCHED: readonly string[] = [
  'log',
  'clock',
  'randomBytes',
  'uploadForms',
  'imageEngine',
  'operatorCommands',
];

/**
 * Watches every port of the services. Each call takes a turn of the event loop longer. So a promise
 * of a port that is not awaited is seen as an open call when the work has ended.
 */
export function watchServices(services: Services, strike?: Strike): WatchedServices {
  const calls: string[] = [];
  const open = new Map<number, string>();
  let struck: string | undefined;
  const run = async (name: string, call: () => unknown): Promise<unknown> => {
    const at = calls.push(name) - 1;
    const isStruck = at === strike?.at;
    open.set(at, name);
    try {
      await turn();
      if (isStruck) struck = name;
      if (isStruck && strike.when === 'instead') {
        const { answer } = strike;
        return typeof answer === 'function' ? answer((await call()) as never) : answer;
      }
      if (isStruck && strike.when === 'before') throw strike.error();
      const answer = await call();
      await turn();
      if (isStruck && strike.when === 'after') throw strike.error();
      return answer;
    } finally {
      open.delete(at);
    }
  };
  const watch = (port: string, target: object): object =>
    new Proxy(target, {
      get: (_, name) => {
        const member = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) =>
          run(`${port}.${String(name)}`, () => member.apply(target, args));
      },
    });
  const watched = Object.entries(services).map(([name, port]) => [
    name,
    typeof port !== 'object' || port === null || UNWATCHED.includes(name)
      ? port
      : watch(name, port),
  ]);
  return {
    services: Object.fromEntries(watched) as Services,
    calls,
    open: () => [...open.values()],
    struck: () => struck,
  };
}
