import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Endpoint, roleOf } from '../../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
let own: string;
beforeAll(async () => {
  test = await makeServices();
  own = new URL(test.services.cdnUrl).origin;
});
afterAll(() => test.remove());

const isOpen = ({ credential }: Endpoint) => credential.kind === 'invitation';
const ROWS = Object.values<Endpoint>(ENDPOINTS).filter(
  (row) => !row.hasCors && (isOpen(row) || roleOf(row) !== undefined),
);
const OTHERS = ['https://evil.example', 'null', 'http://localhost:5173'];

const preflight = (row: Endpoint, origin: string) =>
  callAny(test.services, row, {
    method: 'OPTIONS',
    body: {},
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });

describe('CORS of users’ calls', () => {
  it.each(ROWS.map((row) => [row.name, row] as const))(
    '%s lets the console ask and read, and no other origin (site.console-cors)',
    async (_, row) => {
      const allowed = await preflight(row, own);
      expect([allowed.status, allowed.headers['Access-Control-Allow-Origin']]).toEqual([204, own]);
      expect(allowed.headers['Access-Control-Allow-Headers']).toMatch(
        /Authorization.*Content-Type/,
      );
      expect(allowed.headers.Vary).toBe('Origin');
      const refused = await callAny(test.services, row, { headers: { origin: own }, body: {} });
      const status = isOpen(row) ? 400 : 401; // the body has its secret
      const told = [refused.status, refused.headers['Access-Control-Allow-Origin']];
      expect(told).toEqual([status, own]);
      expect(refused.headers['Access-Control-Allow-Credentials']).toBeUndefined();
      for (const origin of [...OTHERS, `${own}.evil.example`, own.toUpperCase()]) {
        const other = await preflight(row, origin);
        expect([other.status, other.headers['Access-Control-Allow-Origin']], origin).toEqual([
          405,
          undefined,
        ]);
        const answer = await callAny(test.services, row, { headers: { origin }, body: {} });
        expect(answer.headers['Access-Control-Allow-Origin'], origin).toBeUndefined();
      }
    },
  );
});
