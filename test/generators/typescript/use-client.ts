import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

const { IMAGEWELL_URL: baseUrl, IMAGEWELL_API_KEY: apiKey, IMAGEWELL_UPLOAD_KEY } = process.env;
const uploadKey = IMAGEWELL_UPLOAD_KEY ?? '';
const image = new Blob([await readFile(process.argv[2] ?? '')]);

const pages = createClient<paths>({ baseUrl: baseUrl ?? '' });
const uploaded = await pages.POST('/api/v1/upload-temporary-image/{uploadKey}', {
  params: { path: { uploadKey }, header: { 'X-Original-Filename': 'bridge.jpg' } },
  headers: { 'Content-Type': 'image/jpeg' },
  body: image as unknown as string, // openapi-typescript has a string for bytes
  bodySerializer: (bytes) => bytes,
});
if (uploaded.error) throw new Error(uploaded.error.code);
const { temporaryImageUrl } = uploaded.data;

const server = createClient<paths>({
  baseUrl: baseUrl ?? '',
  headers: { 'X-API-Key': apiKey ?? '' },
});
const metadata = { alt_text: 'A bridge' };
const saved = await server.POST('/api/v1/save-temporary-image', {
  body: { temporaryImageUrl, metadata },
});
if (saved.error) throw new Error(saved.error.code);

const found = await server.POST('/api/v1/get-image', { body: { imageId: saved.data.imageId } });
if (found.error) throw new Error(found.error.code);
const described: components['schemas']['Image'] = found.data;

const missing = await server.POST('/api/v1/get-image', {
  body: { imageId: `img_${'a'.repeat(26)}` },
});
const problem: components['schemas']['Problem'] | undefined = missing.error;

const { originalFilename, width, height } = described;
console.log(
  JSON.stringify({
    originalFilename,
    width,
    height,
    metadata: described.metadata,
    problem: problem?.code,
  }),
);
