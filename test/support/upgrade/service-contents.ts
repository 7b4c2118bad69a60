import { createHash } from 'node:crypto';
import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { drawJpeg } from '../images/draw.ts';

type Json = Readonly<Record<string, unknown>>;

async function call(credentials: Credentials, name: string, body: object): Promise<Json> {
  const response = await fetch(`${credentials.baseUrl}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': credentials.apiKey },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Json;
}

async function digest(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
}

/** Uploads and saves an image, with metadata beyond ASCII, and resolves to its ID. */
export async function saveImage(credentials: Credentials, number: number): Promise<string> {
  const url = `${credentials.baseUrl}/api/v1/upload-temporary-image/${credentials.uploadKey}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'image/jpeg',
      'X-Original-Filename': encodeURIComponent(`Brücke ${number}.jpg`),
    },
    body: new Uint8Array(await drawJpeg(200 + number, 150)),
  });
  const { temporaryImageUrl } = (await response.json()) as { temporaryImageUrl: string };
  const metadata = { number: String(number), text: 'ä "😀"' };
  const saved = await call(credentials, 'save-temporary-image', { temporaryImageUrl, metadata });
  return String(saved.imageId);
}

/** Deletes an image; its URL answers 404 from then on. */
export async function deleteImage(credentials: Credentials, imageId: string): Promise<void> {
  await call(credentials, 'delete-image', { imageId });
}

/** All that a service serves of a project: each image's record, and the digests of its bytes. */
export async function readContents(credentials: Credentials): Promise<readonly Json[]> {
  const found: Json[] = [];
  for (let cursor: unknown = null; ; ) {
    const page = await call(credentials, 'list-images', {
      limit: 5,
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...(page.images as Json[]));
    cursor = page.cursor;
    if (cursor === null) break;
  }
  return Promise.all(
    found.map(async (listed) => {
      const imageId = String(listed.imageId);
      const { imageUrl, ...record } = await call(credentials, 'get-image', { imageId });
      // another port: the rest of the URL stays
      const { pathname } = new URL(String(imageUrl));
      const url = credentials.cdnUrl + pathname;
      const resized = url.replace(/\.\w+$/, '.webp?width=90');
      const { imageId: id, metadata, width, height, originalFilename, createdAt } = record;
      return {
        id,
        metadata,
        width,
        height,
        originalFilename,
        createdAt,
        pathname,
        original: await digest(url),
        resized: await digest(resized),
      };
    }),
  );
}
