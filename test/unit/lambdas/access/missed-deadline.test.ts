import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Endpoint } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS, type EndpointName } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { ServiceError } from '../../../../core/foundation/service-error.ts';
import type { UseCase } from '../../../../core/use-cases/access/callers.ts';
import { createHandler as createDelivery } from '../../../../lambdas/delivery/render-image.ts';
import { endpoint, type ServicesOf } from '../../../../lambdas/http/endpoint.ts';
import { answerProblem } from '../../../../lambdas/http/problem-response.ts';
import { makeExampleEvent } from '../../../support/http/api-event.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { makeContext } from '../../../support/stores/make-services.ts';

let test: TestUsers;
let projectId: string;
beforeAll(async () => {
  test = await makeUsers();
  projectId = await test.projectOf('ann');
});
afterAll(() => test.remove());

/** Of a function whose timeout is now. */
const timedOut = (): Context => ({ ...makeContext(), getRemainingTimeInMillis: () => 0 });

/** A use case that never ends, and when it began. */
function endless() {
  const { promise: begun, resolve } = Promise.withResolvers<void>();
  const run = () => {
    resolve();
    return new Promise<never>(() => undefined);
  };
  return { begun, run };
}

/**
 * Whether work that has begun gets an answer before the platform ends it. Timers fire in the order
 * of their ends, however busy the machine is: any for this moment are before this one.
 */
async function isAnswered(answer: Promise<unknown>, begun: Promise<void>): Promise<boolean> {
  let isSettled = false;
  const note = () => {
    isSettled = true;
  };
  answer.then(note, note);
  await Promise.race([begun, answer]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate);
  return isSettled;
}

const eventOf = (row: Endpoint) => makeExampleEvent(row, test.credentials, projectId);

it('busy says when to come again, whoever throws it, and keeps a time that is said (errors.busy)', () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const retryAfter = (headers?: Record<string, string>) => {
    const thrown = new ServiceError('busy', headers ? { headers } : {});
    return answerProblem(thrown, 'r', log, 'https://cdn.example').headers['Retry-After'];
  };
  expect(retryAfter()).toBe(String(LIMITS.busyRetryAfterSeconds));
  expect(retryAfter({ 'Retry-After': '1' })).toBe('1');
});

describe('a deadline is a killed process, which its gateway answers with 503', () => {
  it.each(Object.keys(ENDPOINTS) as EndpointName[])(
    '%s gives no answer to its own timeout, as its work continues until then (security.deadline-kills, errors.busy)',
    async (name) => {
      const { begun, run } = endless();
      // of an example, too
      const services: ServicesOf<typeof name> = { ...test.services, isCdnHost: () => true };
      const handler = endpoint(services, name, run as UseCase<typeof name, typeof services>);
      const answer = handler(eventOf(ENDPOINTS[name]), timedOut());
      expect(await isAnswered(answer, begun)).toBe(false);
    },
  );

  it('the deadline of an image request is one too (security.deadline-kills, errors.busy)', async () => {
    vi.stubGlobal('awslambda', { streamifyResponse: (handler: unknown) => handler });
    const { begun, run } = endless();
    const handler = createDelivery(test.services, run) as unknown as (
      event: object,
      stream: object,
      context: Context,
    ) => Promise<void>;
    expect(await isAnswered(handler({}, {}, timedOut()), begun)).toBe(false);
    vi.unstubAllGlobals();
  });
});
