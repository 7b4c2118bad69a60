import { describe, expect, it } from 'vitest';
import { credentials } from '../support/e2e/service-under-test.ts';

async function upload(url: string) {
  const response = await fetch(`${credentials.baseUrl}/api/v1/upload-from-url`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': credentials.apiKey },
    body: JSON.stringify({ url }),
  });
  const { code, reason } = (await response.json()) as { code: string; reason?: string };
  return [response.status, code, reason];
}

describe('upload-from-url', () => {
  it.each([
    'http://example.com/a.jpg',
    'https://127.0.0.1/a.jpg',
    'https://[::1]/a.jpg',
    'https://169.254.169.254/latest/meta-data/',
    'https://localhost/a.jpg',
    'https://user:secret@example.com/a.jpg',
    'https://example.com:8443/a.jpg',
  ])('refuses %s, wherever the service runs (security.remote-sources)', async (url) => {
    expect(await upload(url)).toEqual([422, 'url_not_allowed', undefined]);
  });

  it('says so where a name does not exist (uploads.from-url)', async () => {
    const name = 'https://photos.invalid/a.jpg'; // never resolves (RFC 6761)
    expect(await upload(name)).toEqual([422, 'url_unreachable', 'name_not_found']);
  });
});
