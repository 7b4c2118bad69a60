import { describe, it } from 'vitest';

// run by test/release/unrun-tests.test.ts alone
it('runs', () => undefined);
it.skipIf(true)('is skipped', () => undefined);
describe.skipIf(true)('a suite that is skipped', () => {
  it('is skipped as well', () => undefined);
});
it('skips itself', ({ skip }) => skip('a reason'));
