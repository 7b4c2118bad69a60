import { afterEach, describe, expect, it, vi } from 'vitest';
import { createImagewell } from '../../../client/src/create-imagewell.ts';
import { createImagewellForUsers } from '../../../client/src/create-imagewell-for-users.ts';
import { CALL_NAMES, USER_CALL_NAMES } from '../../../client/src/generated/calls.ts';
import { noAnswer, ok, problem, stubService } from './support/stub-service.ts';

afterEach(() => vi.unstubAllGlobals());

const baseUrl = 'https://api.example.com/prod';
const byKey = createImagewell({ baseUrl, apiKey: 'private_x' }) as unknown as Calls;
const byToken = createImagewellForUsers({ baseUrl, accessToken: 'x' }) as unknown as Calls;
type Calls = Readonly<Record<string, (request: object, options?: object) => Promise<unknown>>>;

/** Written by hand: of a user's calls those that change nothing, or the same again. */
const REPEATABLE = new Set<string>([
  ...CALL_NAMES,
  'getProjectDeletionStatus',
  'listAccountEvents',
  'getAccount',
  'exportAccount',
  'listProjects',
  'getProject',
  'listApiKeys',
  'listUploadKeys',
  'listSigningSecrets',
  'listMembers',
  'listInvitations',
  'getInvitation',
  'listAuditEvents',
  'listRefusedOrigins',
  'listWebhooks',
  'listWebhookDeliveries',
]);

/** After a failure the service may have done its work, but after a 429. */
const FAILURES: readonly (readonly [
  name: string,
  failure: () => Response | Error,
  isOnce: boolean,
])[] = [
  ['no answer', noAnswer, false],
  ['429', () => problem(429, 'rate_limited'), true],
  ['503', () => problem(503, 'busy'), false],
];
const FINAL = [400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 428, 430, 500, 501, 502, 504];

async function countRequests(calls: Calls, name: string, failure: Response | Error) {
  const { requested } = stubService(failure, ok({ a: 1 }));
  await calls[name]?.({}).catch(() => undefined);
  return requested.length;
}

describe('the answers after which a call is sent again', () => {
  it.each(CALL_NAMES)(
    '%s by an API key: no answer, 429 and 503, and nothing else',
    async (name) => {
      for (const [, failure] of FAILURES)
        expect(await countRequests(byKey, name, failure())).toBe(2);
      for (const status of FINAL)
        expect(await countRequests(byKey, name, problem(status, 'any')), `${status}`).toBe(1);
    },
  );

  it.each(USER_CALL_NAMES)('%s by a token: as it repeats itself or not', async (name) => {
    for (const [text, failure, isOnce] of FAILURES) {
      const isRepeated = isOnce || REPEATABLE.has(name);
      expect(await countRequests(byToken, name, failure()), text).toBe(isRepeated ? 2 : 1);
    }
    for (const status of FINAL)
      expect(await countRequests(byToken, name, problem(status, 'any')), `${status}`).toBe(1);
  });

  it('waits a minute at most for what Retry-After says', async () => {
    const refusal = (seconds: string) =>
      problem(429, 'rate_limited', {}, { 'Retry-After': seconds });
    expect(await countRequests(byKey, 'getImage', refusal('60'))).toBe(2);
    expect(await countRequests(byKey, 'getImage', refusal('61'))).toBe(1);
    expect(await countRequests(byKey, 'getImage', refusal('0'))).toBe(2);
  });

  it('is sent three times more at most, or as often as the call says', async () => {
    const busy = () => [1, 2, 3, 4, 5].map(() => problem(503, 'busy'));
    for (const [options, due] of [
      [{}, 4],
      [{ retries: 0 }, 1],
      [{ retries: 1 }, 2],
    ] as const) {
      const { requested, waits } = stubService(...busy());
      await byKey.getImage?.({}, options).catch(() => undefined);
      expect(requested).toHaveLength(due);
      expect(waits).toHaveLength(due - 1);
    }
  });
});
