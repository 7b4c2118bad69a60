import { expect, it } from 'vitest';
import { keyOfItem } from '../../../adapters/dynamodb/keys/key-rows.ts';

it('a key of before rotations and makers were kept has neither (keys.creator)', () => {
  const item = {
    kind: 'api',
    keyId: 'key_a',
    projectId: 'prj_a',
    name: 'n',
    lastFour: 'abcd',
    createdAt: 1,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    scopes: [],
  };
  expect(keyOfItem(item).key).toMatchObject({ keyId: 'key_a', replacedBy: null, createdBy: null });
});
