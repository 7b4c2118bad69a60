import type { Identity } from '../../../core/accounts/account.ts';
import { ENDPOINTS, type EndpointName } from '../../../core/api/endpoints.ts';
import type { Services } from '../../../core/ports/services.ts';
import { createUserCalls } from '../../../local/lambda/user-calls.ts';
import { makeApiEvent } from '../http/api-event.ts';
import { makeContext, makeServices, type TestServices } from '../stores/make-services.ts';

/**
 * A token of these tests: the user, and the time of the sign-in in milliseconds of the Unix epoch.
 */
export function tokenOf(subject: string, authenticatedAt?: number): string {
  return `${subject}.${authenticatedAt ?? ''}`;
}

/** Accepts such tokens without a check: other tests verify real ones. */
export const TRUSTED_TOKENS: Services['accessTokens'] = {
  identify: async (token) => {
    const [subject = '', at = ''] = token.split('.');
    const identity: Identity = { issuer: 'https://issuer.example', subject };
    return { ...identity, ...(at === '' ? {} : { authenticatedAt: Number(at) }) };
  },
};

/** The answer to a user's call. */
export interface PersonsAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  readonly json: any;
}

/** A signed-in user, and their calls. */
export type PersonsCall = (name: EndpointName, body?: object) => Promise<PersonsAnswer>;

/** Services of this process, and users who call them by their names. */
export async function makeUsers(changes: Partial<Services> = {}) {
  const test: TestServices = await makeServices({ accessTokens: TRUSTED_TOKENS, ...changes });
  const handler = createUserCalls(test.services);
  const signIn =
    (subject: string, authenticatedAt?: number): PersonsCall =>
    async (name, body = {}) => {
      const authorization = `Bearer ${tokenOf(subject, authenticatedAt)}`;
      const headers = { 'content-type': 'application/json', authorization };
      const event = makeApiEvent(ENDPOINTS[name], { headers, body: JSON.stringify(body) });
      const answer = await handler(event, makeContext());
      return { status: answer.statusCode, json: JSON.parse(answer.body) };
    };
  return { ...test, signIn };
}
