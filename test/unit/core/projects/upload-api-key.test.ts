import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { storeUploadApiKey } from '../../../../core/use-cases/projects/store-default-project.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { makeServices } from '../../../support/stores/make-services.ts';

it('the API key of uploads saves and reads images, and deletes none (keys.scopes)', async () => {
  const test = await makeServices();
  try {
    const { keys } = test.services;
    const { projectId } = test.credentials;
    const key = await storeUploadApiKey({ clock: Date.now, randomBytes, keys }, projectId);
    const code = async (name: 'getImage' | 'saveTemporaryImage' | 'deleteImage') => {
      const headers = { 'x-api-key': key };
      const { json } = await callAny(test.services, ENDPOINTS[name], { headers, body: {} });
      return json.code;
    };
    expect(await code('getImage')).toBe('validation_failed');
    expect(await code('saveTemporaryImage')).toBe('validation_failed');
    expect(await code('deleteImage')).toBe('insufficient_scope');
  } finally {
    await test.remove();
  }
});
