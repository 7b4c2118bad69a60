import { describe, expect, it } from 'vitest';
import { fileKey } from '../../../../core/transform/key-parts.ts';

describe('the key of a rendition', () => {
  it('stays as it is while a file can have it as its name (transformations.rendition-key)', () => {
    const key = `${'a'.repeat(245)}.webp`;
    expect(fileKey(key)).toBe(key);
  });

  it('is shorter than 255 bytes and differs for different results (transformations.rendition-key)', () => {
    const long = (end: string) => fileKey(`${'a'.repeat(300)}${end}.webp`);
    expect(long('x').length).toBeLessThan(255);
    expect(long('x')).toMatch(/^a{180}-sum[0-9a-f]{40}\.webp$/);
    expect(long('x')).not.toBe(long('y'));
  });
});
