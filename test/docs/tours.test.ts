import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { walkTour } from './support/walk-tour.ts';

describe('the documents', () => {
  it('the README’s tour works as the README says', async () => {
    const { folder, printed } = await walkTour('README.md', 6);
    expect(printed).toContain('temporaryImageUrl');
    expect(printed).toContain('"imageUrl"');
    expect(printed).toContain('metadata_updated');
    expect(printed).toContain('image_marked_for_deletion');
    expect(printed).toContain('"step":"marked"');
    const small = await sharp(readFileSync(join(folder, 'small.webp'))).metadata();
    expect([small.format, small.width, small.height]).toEqual(['webp', 400, 267]);
    const square = await sharp(readFileSync(join(folder, 'square.jpg'))).metadata();
    expect([square.format, square.width, square.height]).toEqual(['jpeg', 300, 300]);
    await rm(folder, { recursive: true });
  });

  it('the start in five minutes takes five minutes: an image in a page', async () => {
    const { folder, printed } = await walkTour('docs/start.md', 4);
    expect(printed).toMatch(/\/res\/tmp_\S+\n\S+\/res\/img_\S+\n$/);
    const page = readFileSync(join(folder, 'page.html'), 'utf8');
    expect(page.match(/\.auto\?width=\d+/g)).toHaveLength(4);
    await rm(folder, { recursive: true });
  });

  it('the tour of direct uploads does what its page says', async () => {
    const { folder, printed } = await walkTour('docs/guides/direct-uploads.md', 2);
    expect(printed).toMatch(/^204 sent\n\{"state":"(pending|temporary)",/);
    await rm(folder, { recursive: true });
  });

  it('the tour of galleries does what its page says', async () => {
    const { folder, printed } = await walkTour('docs/guides/galleries.md', 3);
    const [listed, deleted] = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(listed).toEqual({ images: [], cursor: null });
    expect(deleted).toMatchObject({ hasMore: false });
    await rm(folder, { recursive: true });
  });

  it('the tour of users and teams does what its page says: a team, keys that overlap, an end that is taken back', async () => {
    const { folder, printed } = await walkTour('docs/guides/teams.md', 4);
    const answers = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [shown, joined, seen, refused, byOld, byNew, revoked, audit, deleted, restored, ...more] =
      answers;
    expect(shown).toMatchObject({ projectName: 'web shop', inviterName: 'ann@example.com' });
    expect(joined).toMatchObject({ name: 'web shop', role: 'viewer' });
    expect(seen).toEqual({ images: [], cursor: null });
    expect(refused).toMatchObject({ status: 403, code: 'insufficient_role' });
    expect(byOld).toMatchObject({ images: { used: 0, limit: 50 } });
    expect(byNew).toEqual(byOld);
    expect(revoked).toEqual({ message: 'key_revoked' });
    expect(audit.events[0]).toMatchObject({ action: 'revoke-api-key', outcome: 'done' });
    expect(deleted).toMatchObject({ message: 'project_marked_for_deletion' });
    expect(restored).toMatchObject({ name: 'web shop', role: 'owner' });
    expect(more).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
