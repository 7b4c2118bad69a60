import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '../../../../core/ports/services.ts';
import { PARAMETER_WORDS } from '../../../../core/transform/parameter-words.ts';
import { PARAMETERS } from '../../../../core/transform/parameters.ts';
import { respond } from '../../../../lambdas/delivery/respond.ts';
import { deliver } from '../../../support/http/deliver.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

const IMAGE = `img_${'a'.repeat(26)}`;
let test: TestServices;
/** The ports that answered a request, by name. */
let asked: string[] = [];

/** Services that note each use of a port; the clock and the log reach nothing. */
function watched(services: Services): Services {
  const isFree = new Set<PropertyKey>(['clock', 'log', 'cdnUrl', 'isCdnHost', 'hasRateLimits']);
  return new Proxy(services, {
    get: (target, name) => {
      if (!isFree.has(name)) asked.push(String(name));
      return Reflect.get(target, name);
    },
  });
}

beforeAll(async () => {
  test = await makeServices();
  test = { ...test, services: watched(test.services) };
});
afterAll(() => test.remove());

const NUMBERS = ['width', 'height', 'quality'];
const NO_NUMBERS = ['0', '01', '+1', '-1', '1.0', '1e1', '0x1', ' 1', '100000', '٣', '1,1'];
/** No parameter takes one of these. */
const NO_VALUES = ['%00', '%0d%0a', '%ff'];
/** The letters of a text are those of the font, which the edge doesn't have. */
const OF_THE_FONT = 'overlay-text';

const badQueriesOf = (name: keyof typeof PARAMETERS): string[] => {
  const { example } = PARAMETER_WORDS[name];
  const values =
    name === OF_THE_FONT ? [] : NO_VALUES.concat(NUMBERS.includes(name) ? NO_NUMBERS : []);
  const empty = PARAMETERS[name].parse('') === undefined ? [name, `${name}=`] : [];
  const twice = `${name}=${example}&${name}=${example}`;
  return [twice, ...empty, ...values.map((bad) => `${name}=${bad}`)];
};

describe('a URL that the table of parameters refuses', () => {
  it.each(Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[])(
    'by %s runs no engine and reads no record, object or count (security.refusals-cost-nothing)',
    async (name) => {
      for (const query of badQueriesOf(name)) {
        asked = [];
        const { status } = await deliver(test, `/res/${IMAGE}.jpg?${query}`);
        expect([query, status, asked]).toEqual([query, 400, []]);
      }
    },
  );

  it.each(Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[])(
    'by %s is refused at the origin too, where no edge has looked at it (security.refusals-cost-nothing)',
    async (name) => {
      for (const query of badQueriesOf(name)) {
        asked = [];
        const event = {
          rawPath: `/res/${IMAGE}.jpg`,
          rawQueryString: query,
          headers: {},
          requestContext: { http: { method: 'GET' } },
        };
        const { statusCode } = await respond(test.services, event as never, makeContext());
        expect([query, statusCode, asked]).toEqual([query, 400, []]);
      }
    },
  );

  it('is seen to read where it is legal: the check itself works (security.refusals-cost-nothing)', async () => {
    asked = [];
    expect((await deliver(test, `/res/${IMAGE}.jpg?width=10`)).status).toBe(404);
    expect(asked).not.toEqual([]);
  });
});
