import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeIdBytes, type ImageId, type TemporaryImageId } from '../../../core/images/ids.ts';
import {
  originalObjectKey,
  RENDITIONS_PREFIX,
  renditionObjectKey,
  TEMPORARY_PREFIX,
} from '../../../core/images/object-keys.ts';

const bytes = fc.uint8Array({ minLength: 26, maxLength: 26 });
const renditionKey = fc.stringMatching(/^[a-z0-9._-]{1,60}$/);

describe('object keys and the lifecycle rules', () => {
  it('every temporary key starts with the prefix of the rule that ends it', () => {
    fc.assert(
      fc.property(bytes, renditionKey, (random, key) => {
        const id: TemporaryImageId = `tmp_${encodeIdBytes(random)}`;
        expect(originalObjectKey(id).startsWith(TEMPORARY_PREFIX)).toBe(true);
        expect(renditionObjectKey(id, key, 3).startsWith(TEMPORARY_PREFIX)).toBe(true);
      }),
    );
  });

  it('no other key does, and only keys of renditions start with their prefix', () => {
    fc.assert(
      fc.property(bytes, renditionKey, (random, key) => {
        const id: ImageId = `img_${encodeIdBytes(random)}`;
        expect(originalObjectKey(id).startsWith(TEMPORARY_PREFIX)).toBe(false);
        expect(originalObjectKey(id).startsWith(RENDITIONS_PREFIX)).toBe(false);
        expect(renditionObjectKey(id, key, 3).startsWith(TEMPORARY_PREFIX)).toBe(false);
        expect(renditionObjectKey(id, key, 3).startsWith(RENDITIONS_PREFIX)).toBe(true);
      }),
    );
  });
});
