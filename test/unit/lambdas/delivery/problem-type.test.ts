import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { respond } from '../../../../lambdas/delivery/respond.ts';
import { deliver } from '../../../support/http/deliver.ts';
import {
  makeContext,
  makeServices,
  type TestServices,
} from '../../../support/stores/make-services.ts';

const UNKNOWN = `/res/img_${'a'.repeat(26)}.jpg`;
const TYPE = '/problems/image_not_found';
let test: TestServices;
beforeAll(async () => {
  test = await makeServices();
});
afterAll(() => test.remove());

const typeOf = (body: string) => JSON.parse(body).type;

describe("the type of the delivery function's problems", () => {
  it.each(['https://images.example.com', 'http://127.0.0.1:8080', 'https://xn--bcher-kva.example'])(
    'is below the URL that the edge names: %s (errors.problem-body)',
    async (cdnUrl) => {
      const { bytes } = await deliver(test, UNKNOWN, [], { 'cdn-url': cdnUrl });
      expect(typeOf(bytes.toString())).toBe(cdnUrl + TYPE);
    },
  );

  it.each([
    'https://evil"<>',
    'https://images.example.com/path',
    'https://images.example.com/',
    'https://user@images.example.com',
    'https://images.example.com,https://evil.example',
    'https://images.example.com?x',
    'HTTPS://IMAGES.example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://images.example.com',
    '//evil.example',
    'evil.example',
    'https://',
    'null',
    '',
  ])(
    'is no URL of anything that is not the origin of one: %j (errors.problem-body)',
    async (sent) => {
      const { bytes } = await deliver(test, UNKNOWN, [], { 'cdn-url': sent });
      expect(typeOf(bytes.toString())).toBe(TYPE);
    },
  );

  it('names no host where no edge did (errors.problem-body)', async () => {
    const event = {
      rawPath: UNKNOWN,
      rawQueryString: '',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
      requestContext: { http: { method: 'GET' } },
    };
    const { body } = await respond(test.services, event as never, makeContext());
    expect(typeOf(String(body))).toBe(TYPE);
  });
});
