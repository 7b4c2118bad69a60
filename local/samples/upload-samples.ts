import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { isJsonObject, type JsonObject, valueAt } from '../../core/foundation/json/json-value.ts';
import type { Credentials } from '../data-folder/data-folder.ts';
import { SAMPLE_IMAGES, type SampleFormat, type SampleImage } from './sample-images.ts';

/** Of how many sample images there are now, and how many of them are new. */
export interface AddedSamples {
  readonly added: number;
  readonly present: number;
}

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

/**
 * Uploads and saves the sample images that the project lacks, by the public API. Throws with the
 * problem of the first refused call.
 */
export async function uploadSamples(
  keys: Keys,
  draw: (svg: string, format: SampleFormat) => Promise<Uint8Array>,
): Promise<AddedSamples> {
  let added = 0;
  for (const image of SAMPLE_IMAGES) {
    if (await isThere(keys, image)) continue;
    await add(keys, image, await draw(image.draw(), image.format));
    added += 1;
  }
  return { added, present: SAMPLE_IMAGES.length };
}
