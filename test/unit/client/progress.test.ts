import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UploadProgress } from '../../../client/src/upload-options.ts';
import { uploadTemporaryImage } from '../../../client/src/upload-temporary-image.ts';
import { stubXhr } from './support/stub-xhr.ts';

afterEach(() => vi.unstubAllGlobals());

const file = new File([new Uint8Array(200)], 'a.png', { type: 'image/png' });
const UPLOADED = { temporaryImageUrl: 'https://x/res/t.png', expiresAt: 'x' };

function upload(signal?: AbortSignal) {
  const seen: UploadProgress[] = [];
  const onProgress = (uploadProgress: UploadProgress) => seen.push(uploadProgress);
  const target = { baseUrl: 'https://api.example.com', uploadKey: 'upl_x', retries: 0 };
  return { seen, done: uploadTemporaryImage({ ...target, file, onProgress, signal }) };
}

describe('an upload whose progress is wanted', () => {
  it('is in bytes of the file, without the other parts of the request', async () => {
    const result = stubXhr((xhr) => {
      xhr.upload.onprogress?.({ loaded: 110, total: 220 });
      xhr.upload.onprogress?.({ loaded: 220, total: 220 });
      xhr.answer(200, UPLOADED);
    });
    const { seen, done } = upload();
    expect(await done).toEqual(UPLOADED);
    expect(seen).toEqual([
      { phase: 'sending', loaded: 100, total: 200 },
      { phase: 'sending', loaded: 200, total: 200 },
    ]);
    expect(result[0]?.sent).toEqual([
      ['POST', 'https://api.example.com/api/v1/upload-temporary-image/upl_x'],
      ['Content-Type', 'image/png'],
      ['X-Original-Filename', 'a.png'],
      file,
    ]);
  });

  it('ends with the signal’s reason where it is aborted, and its request with it', async () => {
    const stop = new AbortController();
    const reason = new Error('changed my mind');
    const result = stubXhr(() => stop.abort(reason));
    const abort = vi.spyOn(stop.signal, 'removeEventListener');
    await expect(upload(stop.signal).done).rejects.toBe(reason);
    expect(result).toHaveLength(1);
    expect(abort).toHaveBeenCalled();
  });

  it('names the origin of the page where no answer came (origins.refused)', async () => {
    vi.stubGlobal('location', { origin: 'https://shop.example.com' });
    stubXhr((xhr) => xhr.onerror?.());
    await expect(upload().done).rejects.toMatchObject({
      code: 'network_error',
      status: 0,
      detail: expect.stringContaining(
        'https://shop.example.com is not an allowed origin of the project',
      ),
    });
  });
});
