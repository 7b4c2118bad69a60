import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { inTransaction, openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteRenditionStore } from '../../../../adapters/sqlite/renditions/rendition-store.ts';
import type { RenditionClaim } from '../../../../core/ports/images/rendition-store.ts';

const dir = mkdtempSync(join(tmpdir(), 'imagewell-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('a database that others write for too long is busy, which is no fault of ours to tell (errors.busy)', async () => {
  const path = join(dir, 'imagewell.db');
  const [holder, waiting] = [openDatabase(path), openDatabase(path)];
  waiting.exec('PRAGMA busy_timeout = 1');
  holder.exec('BEGIN IMMEDIATE');
  expect(() => inTransaction(waiting, () => undefined)).toThrow(
    expect.objectContaining({ code: 'busy' }),
  );
  const claim: RenditionClaim = {
    imageId: 'img_a',
    accountId: 'a',
    projectId: 'p',
    renditionKey: 'k',
    version: 1,
    generation: 0,
    owner: 'me',
    now: 0,
    leaseMs: 1,
    month: '2026-11',
    maxTransformations: null,
    maxRenditions: null,
    isSmall: true,
  };
  await expect(createSqliteRenditionStore(waiting).release(claim)).rejects.toMatchObject({
    code: 'busy',
  });
  holder.exec('ROLLBACK');
  expect(inTransaction(waiting, () => 'written')).toBe('written');
});
