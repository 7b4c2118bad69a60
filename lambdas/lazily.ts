import { recordedRun } from './composition/recorded-run.ts';

type Handler<Args extends unknown[], R> = (...args: Args) => Promise<R>;

/**
 * A handler that is made on the first request, so that loading a function's code reads no
 * environment variable. Its calls are marked as pure, so that the local service, which makes its
 * own handlers, bundles no AWS client.
 */
export function lazily<Args extends unknown[], R>(
  create: () => Handler<Args, R>,
): Handler<Args, R> {
  let result: Handler<Args, R> | undefined;
  return async (...args) => {
    result ??= create();
    const handler = result;
    return recordedRun(args[0], () => handler(...args));
  };
}
