import { apiUrl } from './api-url.ts';
import { CALL_PATHS, type Calls } from './generated/calls.ts';
import { answerOf } from './reply.ts';
import { send } from './send.ts';
import { type RetryOptions, withRetries } from './with-retries.ts';

export interface ImagewellOptions {
  /** The API's address, its stage included. */
  readonly baseUrl: string;
  /** `private_…`: for back ends alone. */
  readonly apiKey: string;
  /** For every call; each takes its own too. */
  readonly retries?: number;
}

/** A request of which nothing is required may be left out. */
type Arguments<Request> =
  Partial<Request> extends Request
    ? [request?: Request, options?: RetryOptions]
    : [request: Request, options?: RetryOptions];

/** A method for every call that an API key opens; each throws an ImagewellError where it is refused. */
export type Imagewell = {
  readonly [Name in keyof Calls]: (
    ...given: Arguments<Calls[Name]['request']>
  ) => Promise<Calls[Name]['answer']>;
};

/** The service as a back end calls it. Every call may be sent twice, so all of them are retried. */
export function createImagewell({ baseUrl, apiKey, retries }: ImagewellOptions): Imagewell {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  const methodOf =
    (path: string) =>
    (request: object = {}, options: RetryOptions = {}) => {
      const url = apiUrl(baseUrl, path);
      const { signal } = options;
      const attempt = () => send({ url, headers, body: JSON.stringify(request), signal });
      return withRetries(async () => answerOf<object>(await attempt()), { retries, ...options });
    };
  const methods = Object.entries(CALL_PATHS).map(([name, path]) => [name, methodOf(path)]);
  return Object.fromEntries(methods);
}
