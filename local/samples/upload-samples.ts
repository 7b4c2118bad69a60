import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { isJsonObject, type JsonObject, valueAt } from '../../core/foundation/json/json-value.ts';
import type { Credentials } from '../data-folder/data-folder.ts';
import { SAMPLE_IMAGES, type SampleFormat, type SampleImage } from './sample-images.ts';

/** Of how many sample images there are now, and how many of them are new. */
export interface AddedSamples {
  readonly added: number;
  readonly present: number;
}

/** The name of the folder of the drawings. */
export const DRAWINGS = 'drawings';

type Keys = Pick<Credentials, 'baseUrl' | 'apiKey' | 'uploadKey'>;

/** Answers the JSON of a call; throws with its problem. */
async function ask(url: string, init: RequestInit): Promise<JsonObject> {
  const response = await fetch(url, { method: 'POST', ...init });
  const answer: unknown = await response.json();
  if (response.ok && isJsonObject(answer)) return answer;
  const [title, detail] = [valueAt(answer, 'title'), valueAt(answer, 'detail')];
  throw new Error(`${title}${detail ? `: ${detail}` : ''}`);
}

function call({ baseUrl, apiKey }: Keys, path: string, body: JsonObject): Promise<JsonObject> {
  const headers = { 'X-API-Key': apiKey, 'Content-Type': 'application/json' };
  return ask(baseUrl + path, { headers, body: JSON.stringify(body) });
}

async function isThere(keys: Keys, { name }: SampleImage): Promise<boolean> {
  const metadata = { sample: name };
  const { images } = await call(keys, ENDPOINTS.listImages.path, { metadata, limit: 1 });
  return Array.isArray(images) && images.length > 0;
}

async function add(keys: Keys, image: SampleImage, bytes: Uint8Array): Promise<void> {
  const path = ENDPOINTS.uploadTemporaryImage.path.replace('{uploadKey}', keys.uploadKey);
  const { temporaryImageUrl } = await ask(keys.baseUrl + path, {
    headers: {
      'Content-Type': `image/${image.format}`,
      'X-Original-Filename': `${image.name}.${image.format === 'jpeg' ? 'jpg' : image.format}`,
    },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
  const { name, alt, category } = image;
  const metadata = { sample: name, alt, category };
  await call(keys, ENDPOINTS.saveTemporaryImage.path, { temporaryImageUrl, metadata });
}

/** A package has the drawings beside its program, whose chunks are in a folder of it. */
function drawingsFolder(): string {
  const here = join(import.meta.dirname, DRAWINGS);
  return existsSync(here) ? here : join(import.meta.dirname, '..', DRAWINGS);
}

/**
 * Uploads and saves the sample images that the project lacks, by the public API. Throws with the
 * problem of the first refused call.
 */
export async function uploadSamples(
  keys: Keys,
  draw: (svg: string, format: SampleFormat) => Promise<Uint8Array>,
): Promise<AddedSamples> {
  const folder = drawingsFolder();
  let added = 0;
  for (const image of SAMPLE_IMAGES) {
    if (await isThere(keys, image)) continue;
    const drawing = readFileSync(join(folder, `${image.name}.svg`), 'utf8');
    await add(keys, image, await draw(drawing, image.format));
    added += 1;
  }
  return { added, present: SAMPLE_IMAGES.length };
}
