import { apiUrl, callPath } from './api-url.ts';
import type { ImagewellError } from './imagewell-error.ts';
import { answerOf } from './reply.ts';
import { send } from './send.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';

type Shapes<Names> = { readonly [Name in keyof Names]: { request: unknown; answer: unknown } };

/** The request is optional if it has no required field. */
type Arguments<Request> =
  Partial<Request> extends Request
    ? [request?: Request, options?: RetryOptions]
    : [request: Request, options?: RetryOptions];

/** A method for each call; each throws an ImagewellError on failure. */
export type MethodsOf<Named extends Shapes<Named>> = {
  readonly [Name in keyof Named]: (
    ...given: Arguments<Named[Name]['request']>
  ) => Promise<Named[Name]['answer']>;
};

interface Calling {
  readonly baseUrl: string;
  readonly retries: number | undefined;
  /** Asked before each attempt of a call. */
  readonly credential: (name: string) => Promise<Readonly<Record<string, string>>>;
  /** Whether a call may be retried after a temporary failure. */
  readonly mayRepeat: (name: string, error: ImagewellError) => boolean;
}

/** One method for each name. */
export function callMethods<Named extends Shapes<Named>>(
  names: readonly (keyof Named & string)[],
  { baseUrl, retries, credential, mayRepeat }: Calling,
): MethodsOf<Named> {
  const methodOf =
    (name: string) =>
    (request: object = {}, options: RetryOptions = {}) => {
      const url = apiUrl(baseUrl, callPath(name));
      const { signal } = options;
      const body = JSON.stringify(request);
      const attempt = async () => {
        const headers = { ...(await credential(name)), 'Content-Type': 'application/json' };
        return answerOf<object>(await send({ url, headers, body, signal }));
      };
      return withRetries(attempt, { retries, ...options }, (error) => mayRepeat(name, error));
    };
  const methods = names.map((name) => [name, methodOf(name)]);
  return Object.fromEntries(methods);
}
