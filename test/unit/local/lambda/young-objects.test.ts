import { setFlagsFromString } from 'node:v8';
import { expect, it } from 'vitest';
import { startFixturePool } from '../../../support/local/start-fixture-pool.ts';

const MEBIBYTE = 1024 ** 2;

it('a thread has its own room for young objects, whatever flag the service was started with', async () => {
  // as `npm start`, the container and the unit of systemd start it
  setFlagsFromString('--max-semi-space-size=8');
  const pool = await startFixturePool('buffered', { threads: { group: 'calls', max: 1 } });
  const asked = await pool.invoke({ act: 'young' }, { requestId: 'young' });
  if (asked.outcome !== 'returned') throw new Error(`no result but ${asked.outcome}`);
  const { young } = asked.result as { readonly young: number };
  expect(young).toBeGreaterThan(0);
  expect(young).toBeLessThanOrEqual(8 * MEBIBYTE);
});
