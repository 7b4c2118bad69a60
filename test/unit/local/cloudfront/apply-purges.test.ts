import { expect, it, vi } from 'vitest';
import { createApplyPurges } from '../../../../local/cloudfront/apply-purges.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('looks for purges once in a turn of the event loop, and again in the next (deletion.cdn-copies)', async () => {
  const purgeTag = vi.fn();
  const purgedTags = vi.fn(() => [`tag-${purgedTags.mock.calls.length}`]);
  const apply = createApplyPurges({ purgeTag }, purgedTags);
  apply();
  await Promise.resolve().then(apply);
  expect(purgedTags).toHaveBeenCalledTimes(1);
  await nextTurn();
  apply();
  expect(purgeTag.mock.calls).toEqual([['tag-1'], ['tag-2']]);
});

it('looks again for the next request if the look failed (deletion.cdn-copies)', () => {
  const purgeTag = vi.fn();
  const purgedTags = vi.fn(() => ['a']);
  const apply = createApplyPurges({ purgeTag }, purgedTags);
  purgedTags.mockImplementationOnce(() => {
    throw new Error('the disk fails');
  });
  expect(apply).toThrow('the disk fails');
  apply();
  expect(purgeTag).toHaveBeenCalledWith('a');
});
