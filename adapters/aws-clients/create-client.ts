import { boundBody } from './bounded-body.ts';
import { createBoundedRetries } from './bounded-retries.ts';
import { type CallerClients, type TimeLimits, timeLimitsOf } from './time-limits.ts';

/** The settings of a client that its time limits decide. */
export function timedSettings(limits: TimeLimits) {
  const { connectionMs, requestMs, idleMs, attempts } = limits;
  return {
    maxAttempts: attempts,
    retryMode: 'standard',
    retryStrategy: createBoundedRetries(limits),
    requestHandler: {
      connectionTimeout: connectionMs,
      requestTimeout: requestMs,
      throwOnRequestTimeout: true,
      socketTimeout: idleMs,
    },
  };
}

type TimedSettings = ReturnType<typeof timedSettings>;

/** The common part of all clients of the SDK; their own types differ by their commands. */
interface Stack {
  add(
    middleware: ReturnType<typeof boundBody>,
    options: { readonly step: 'deserialize'; readonly priority: 'low'; readonly name: string },
  ): void;
}

/** Makes a client of the AWS SDK with given time limits: for tests; see createAwsClient. */
export function createTimedClient<
  Client extends { readonly middlewareStack: object },
  More extends object,
>(
  limits: TimeLimits,
  Client: new (settings: TimedSettings & More) => Client,
  more = {} as More,
): Client {
  const client = new Client({ ...timedSettings(limits), ...more });
  const stack = client.middlewareStack as Stack;
  stack.add(boundBody(limits.bodyMs), {
    step: 'deserialize',
    priority: 'low',
    name: 'boundBody',
  });
  return client;
}

/**
 * Makes a client of the AWS SDK with the time limits of its row. Region and account are the
 * environment's, and `more` are further settings. The only place that makes one.
 */
export function createAwsClient<
  Caller extends keyof CallerClients,
  Client extends { readonly middlewareStack: object },
  More extends object,
>(
  caller: Caller,
  name: CallerClients[Caller],
  Client: new (settings: TimedSettings & More) => Client,
  more = {} as More,
): Client {
  return createTimedClient(timeLimitsOf(caller, name), Client, more);
}
