import { afterEach, beforeEach, expect, it } from 'vitest';
import { callWith, makeUsers, type TestUsers } from '../../../support/http/call-as.ts';

let test: TestUsers;
beforeEach(async () => {
  test = await makeUsers();
});
afterEach(() => test.remove());

/**
 * Asks for a form of a direct upload as a page of this origin does; 200, or the code of the
 * refusal.
 */
async function askFrom(origin: string): Promise<string | number> {
  const { status, json } = await callWith(test.services, 'createDirectUpload', {
    headers: { origin },
    body: { contentType: 'image/jpeg', bytes: 5 },
    uploadKey: test.credentials.uploadKey,
  });
  return json.code ?? status;
}

it('a list of allowed origins acts on the next request, both ways (origins.list)', async () => {
  const { projectId } = test.credentials;
  const [page, preview, dev] = [
    'https://app.example.com',
    'https://pr-7.preview.example.com',
    'http://localhost:5173',
  ] as const;
  expect([await askFrom(page), await askFrom(dev)]).toEqual(['origin_not_allowed', 200]);
  await test.services.projects.setAllowedOrigins(projectId, [
    page,
    'https://*.preview.example.com',
  ]);
  expect([await askFrom(page), await askFrom(preview)]).toEqual([200, 200]);
  expect(await askFrom(dev)).toBe('origin_not_allowed');
  expect(await askFrom('https://a.pr-7.preview.example.com')).toBe('origin_not_allowed');
  expect(await askFrom('null')).toBe('origin_not_allowed');
  for (const port of [0, 65_536, 99_999]) {
    expect(await askFrom(`http://localhost:${port}`)).toBe('origin_not_allowed');
  }
  await test.services.projects.setAllowedOrigins(projectId, []);
  for (const origin of [page, preview, dev]) {
    expect(await askFrom(origin)).toBe('origin_not_allowed');
  }
});
