import Uppy from '@uppy/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { imageService } from '../../../client/src/integrations/astro.ts';
import { createFilePondServer } from '../../../client/src/integrations/filepond.ts';
import { createImageLoader } from '../../../client/src/integrations/next.ts';
import setUp, { getImage } from '../../../client/src/integrations/nuxt.ts';
import { extract, generate, transform } from '../../../client/src/integrations/unpic.ts';
import { ImagewellUpload } from '../../../client/src/integrations/uppy.ts';
import { ok, problem, stubService } from './support/stub-service.ts';

const cdnUrl = 'https://cdn.example.com';
const id = `img_${'a'.repeat(26)}`;
const stem = `${cdnUrl}/res/${id}`;
const temporaryImageUrl = `${cdnUrl}/res/tmp_${'a'.repeat(26)}.jpg`;
const accepted = { temporaryImageUrl, expiresAt: '2026-11-23T00:00:00Z' };
const upload = { baseUrl: 'https://api.example.com', uploadKey: 'upl_x', retries: 0 };
const small = () => new File(['abc'], 'a.jpg', { type: 'image/jpeg' });
const large = () => new File([new Uint8Array(4_500_001)], 'b.jpg', { type: 'image/jpeg' });
const form = { url: 'https://storage.example.com', fields: { key: 'k' }, ...accepted };

afterEach(() => vi.unstubAllGlobals());

describe('next', () => {
  it('loads each width as WebP, with a quality if one is asked for', () => {
    const load = createImageLoader({ cdnUrl });
    expect(load({ src: id, width: 640 })).toBe(`${stem}.webp?width=640`);
    expect(load({ src: `${stem}.jpg`, width: 640, quality: 75 })).toBe(
      `${stem}.webp?width=640&quality=75`,
    );
    const bound = createImageLoader({ cdnUrl, format: 'auto', allowedWidths: [400, 800] });
    expect(bound({ src: id, width: 640, quality: 75 })).toBe(`${stem}.auto?width=800`);
  });
});

describe('unpic', () => {
  it('generates, extracts and transforms', () => {
    const url = generate(`${stem}.jpg`, { width: '300', quality: 60, format: 'avif' }, { cdnUrl });
    expect(url).toBe(`${stem}.avif?width=300&quality=60`);
    expect(extract(url, { cdnUrl })).toEqual({
      src: `${stem}.avif`,
      operations: { width: 300, quality: 60, format: 'avif' },
      options: { cdnUrl },
    });
    expect(transform(new URL(url), { width: 500 })).toBe(`${stem}.webp?width=500&quality=60`);
    const even = generate(`${stem}.jpg`, { quality: 'auto-low' }, { cdnUrl });
    expect(even).toBe(`${stem}.webp?quality=auto-low`);
    expect(transform(even, { width: 9 })).toBe(`${stem}.webp?width=9&quality=auto-low`);
    expect(() => generate(`${stem}.jpg`, { quality: 'best' }, { cdnUrl })).toThrow(TypeError);
  });
  it('extracts nothing of other addresses', () => {
    for (const url of ['https://example.com/a.jpg?width=3', 'no url', id])
      expect(extract(url, { cdnUrl })).toBeNull();
    expect(extract(`https://other.example/res/${id}.jpg`, { cdnUrl })).toBeNull();
  });
  it('refuses formats and fits that there are not', () => {
    const make = (operations: object) => () => generate(id, operations, { cdnUrl });
    expect(make({ format: 'tiff' })).toThrow('imagewell makes no tiff.');
    expect(make({ fit: 'stretch' })).toThrow('imagewell has no fit stretch.');
    expect(make({ fit: 'toString' })).toThrow(TypeError);
    expect(make({ width: 'wide' })).toThrow('width must be a number, not wide.');
  });
});

describe('nuxt', () => {
  it('is a provider that makes addresses of modifiers', () => {
    const modifiers = { width: 200, height: '100', fit: 'contain', background: '#ff8800' };
    expect(setUp().getImage(id, { cdnUrl, modifiers }).url).toBe(
      `${stem}.webp?width=200&height=100&fit=contain&background=ff8800`,
    );
    expect(getImage(id, { cdnUrl }).url).toBe(`${stem}.webp`);
  });
  it('takes an ID as @nuxt/image gives it, and refuses a path', () => {
    expect(getImage(`/${id}`, { cdnUrl }).url).toBe(`${stem}.webp`);
    for (const path of [`//${id}`, `/res/${id}.jpg`, '/cat.jpg'])
      expect(() => getImage(path, { cdnUrl })).toThrow(TypeError);
  });
});

describe('astro', () => {
  const config = { service: { config: { cdnUrl } } };
  it('makes a srcset of widths or densities, in the ratio of the image', () => {
    const image = { src: id, width: 400, height: 300 };
    const set = imageService.getSrcSet({ ...image, widths: [200, '401w'] });
    expect(
      set.map((entry) => [imageService.getURL(entry.transform, config), entry.descriptor]),
    ).toEqual([
      [`${stem}.webp?width=200&height=150`, '200w'],
      [`${stem}.webp?width=401&height=301`, '401w'],
    ]);
    const dense = imageService.getSrcSet({ ...image, densities: [1.5, '2x'] });
    expect(dense.map((entry) => [entry.transform.width, entry.descriptor])).toEqual([
      [600, '1.5x'],
      [800, '2x'],
    ]);
  });
  it('leaves attributes to the page, and refuses imported images', () => {
    const asked = { src: id, width: 4, alt: 'x', quality: 3, widths: [3], class: 'c' };
    expect(imageService.validateOptions(asked, config)).toBe(asked);
    expect(imageService.getHTMLAttributes(asked)).toEqual({
      alt: 'x',
      width: 4,
      class: 'c',
      loading: 'lazy',
      decoding: 'async',
    });
    const imported = { src: { src: '/a.png', width: 1, height: 1 } };
    expect(() => imageService.validateOptions(imported, config)).toThrow(/uploaded images/);
  });
});

describe('filepond', () => {
  const process = (file: File) => {
    const seen: unknown[] = [];
    const note =
      (name: string) =>
      (...given: unknown[]) =>
        seen.push([name, ...given]);
    const [load, error, progress, abort] = ['load', 'error', 'progress', 'abort'].map(note);
    const server = createFilePondServer(upload);
    // biome-ignore lint/suspicious/noExplicitAny: each only notes its arguments
    const handle = (server.process as any)('filepond', file, {}, load, error, progress, abort);
    return { seen, handle };
  };

  it('sends a small file through the API, and a large one directly', async () => {
    const { requested } = stubService(
      ok(accepted),
      ok(form),
      new Response(),
      ok({ ...accepted, state: 'temporary' }),
    );
    const { seen } = process(small());
    await expect.poll(() => seen.at(-1)).toEqual(['load', temporaryImageUrl]);
    expect(requested.map(({ url }) => url)).toEqual([
      'https://api.example.com/api/v1/upload-temporary-image/upl_x',
    ]);
    const second = process(large());
    await expect.poll(() => second.seen.at(-1)).toEqual(['load', temporaryImageUrl]);
    expect(second.seen).toContainEqual(['progress', false, 4_500_001, 4_500_001]);
    expect(requested[2]?.url).toBe('https://storage.example.com');
  });

  it('tells the service’s reason, and is quiet after an abort', async () => {
    stubService(problem(415, 'unsupported_media_type', { detail: 'HEIC is not accepted.' }));
    const failed = process(small());
    await expect.poll(() => failed.seen).toEqual([['error', 'HEIC is not accepted.']]);
    stubService(new Error('never'));
    const aborted = process(small());
    aborted.handle.abort();
    await new Promise((done) => setImmediate(done));
    expect(aborted.seen).toEqual([['abort']]);
  });
});

describe('uppy', () => {
  const create = (options = {}) => new Uppy().use(ImagewellUpload, { ...upload, ...options });
  const add = (uppy: Uppy, data: File) =>
    uppy.addFile({ name: data.name, type: data.type, data, source: 'test' });

  it('sends each file on the way that its size needs', async () => {
    const { requested } = stubService(
      ok(accepted),
      ok(form),
      new Response(),
      ok({ ...accepted, state: 'temporary' }),
    );
    const uppy = create({ concurrency: 1 });
    add(uppy, small());
    add(uppy, large());
    const result = await uppy.upload();
    expect(result?.failed).toEqual([]);
    expect(
      result?.successful?.map(({ uploadURL, response }) => [uploadURL, response?.body]),
    ).toEqual([
      [temporaryImageUrl, accepted],
      [temporaryImageUrl, accepted],
    ]);
    expect(requested.map(({ url }) => new URL(url).pathname)).toEqual([
      '/api/v1/upload-temporary-image/upl_x',
      '/api/v1/create-direct-upload/upl_x',
      '/',
      '/api/v1/get-direct-upload/upl_x',
    ]);
    expect(requested[0]?.headers.get('X-Original-Filename')).toBe('a.jpg');
  });

  it('tells the service’s reason, and sends a file again on a retry', async () => {
    const detail = 'HEIC is not accepted.';
    stubService(problem(415, 'unsupported_media_type', { detail }), ok(accepted));
    const uppy = create();
    add(uppy, small());
    const first = await uppy.upload();
    expect(first?.failed?.map(({ error }) => error)).toEqual([detail]);
    const second = await uppy.retryAll();
    expect(second?.successful).toHaveLength(1);
  });

  it('sends no more than its concurrency at the same time, and ends at a cancellation', async () => {
    const signals: AbortSignal[] = [];
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      signals.push(signal);
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    });
    const uppy = create({ concurrency: 2 });
    for (const name of 'abc') add(uppy, new File([name], `${name}.jpg`, { type: 'image/jpeg' }));
    const ended = uppy.upload();
    await expect.poll(() => signals.length).toBe(2);
    uppy.cancelAll();
    await ended;
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });
});
