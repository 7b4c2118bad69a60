import { setTimeout } from 'node:timers/promises';
import { LIMITS } from '../../core/foundation/limits.ts';
import { type Client, createClient } from '../../test/support/http/client.ts';
import { makeDataFolder, startService } from '../../test/support/service/start-service.ts';
import { get } from '../measure/get.ts';
import type { OriginalFormat, Work } from '../originals/works.ts';

/** Widths of one image before a further copy of it is stored; a rendition is new only once. */
const WIDTHS_AN_IMAGE = 61;

/** A rendition that was not asked for yet. */
export interface NewRendition {
  readonly work: Work;
  readonly imageId: string;
  readonly width: number;
}

const PENDING_PAUSE_MS = 100;
const CONTENT_TYPES = { jpg: 'image/jpeg', webp: 'image/webp', png: 'image/png' } as const;

/** Uploads an image by a form, as one above the bound of a single request, and saves it. */
async function storeByForm(client: Client, uploadKey: string, bytes: Buffer, contentType: string) {
  const created = await client.request(`/api/v1/create-direct-upload/${uploadKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contentType, bytes: bytes.length }),
  });
  const { url, fields, temporaryImageUrl } = created.json;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', new Blob([new Uint8Array(bytes)], { type: contentType }));
  const posted = await fetch(url, { method: 'POST', body: form });
  if (!posted.ok) throw new Error(`the form was answered ${posted.status}`);
  for (;;) {
    const saved = await client.call('save-temporary-image', { temporaryImageUrl });
    if (saved.status === 200) return String(saved.json.imageId);
    if (saved.json.code !== 'temporary_image_pending') throw new Error(saved.json.detail);
    await setTimeout(PENDING_PAUSE_MS);
  }
}

async function storeImage(
  client: Client,
  uploadKey: string,
  bytes: Buffer,
  format: OriginalFormat,
): Promise<string> {
  const contentType = CONTENT_TYPES[format];
  if (bytes.length > LIMITS.maxUploadBytes) {
    return storeByForm(client, uploadKey, bytes, contentType);
  }
  return (await client.store(bytes, contentType)).imageId;
}

/** Asks for a new rendition; its bytes. Throws if it is not new. */
async function renderNew(cdnUrl: string, { work, imageId, width }: NewRendition): Promise<number> {
  const height = work.height ? `&height=${work.height}` : '';
  const url = `${cdnUrl}/res/${imageId}.${work.format}?width=${width}${height}`;
  const { cache, body } = await get(url);
  if (cache.startsWith('Miss')) return body.length;
  throw new Error(`${url} is not new: ${cache}`);
}

/** Renditions that were never asked for; their widths go up one by one. */
function createSupplies(store: (format: OriginalFormat) => Promise<string>) {
  const supplies = new Map<string, { imageId: string; used: number }>();
  const takeOne = async (work: Work): Promise<NewRendition> => {
    let supply = supplies.get(work.name);
    if (!supply || supply.used === WIDTHS_AN_IMAGE) {
      supply = { imageId: await store(work.from), used: 0 };
      supplies.set(work.name, supply);
    }
    supply.used += 1;
    return { work, imageId: supply.imageId, width: work.width + supply.used };
  };
  return async (work: Work, count: number): Promise<NewRendition[]> => {
    const taken: NewRendition[] = [];
    for (let at = 0; at < count; at += 1) taken.push(await takeOne(work));
    return taken;
  };
}

/** A started local service with originals in it. */
export async function startBenchedService(original: (format: OriginalFormat) => Promise<Buffer>) {
  const folder = await makeDataFolder();
  let service = await startService(folder.path, '--plan', 'unlimited');
  let client = createClient(service);
  const store = async (format: OriginalFormat, given?: Buffer) =>
    storeImage(client, service.uploadKey, given ?? (await original(format)), format);
  return {
    get pid() {
      return service.child.pid ?? 0;
    },
    get client() {
      return client;
    },
    get baseUrl() {
      return service.baseUrl;
    },
    get cdnUrl() {
      return service.cdnUrl;
    },
    get apiKey() {
      return service.apiKey;
    },
    get uploadKey() {
      return service.uploadKey;
    },
    /** Uploads and saves an image; its id. */
    store,
    take: createSupplies(store),
    render: (rendition: NewRendition) => renderNew(service.cdnUrl, rendition),
    /**
     * A start on the same data folder, with fresh processes and an empty cache of the edge; the
     * milliseconds until it is ready.
     */
    async restart(): Promise<number> {
      await service.stop();
      const start = performance.now();
      service = await startService(folder.path, '--plan', 'unlimited');
      client = createClient(service);
      return performance.now() - start;
    },
    async stop(): Promise<void> {
      await service.stop();
      await folder.remove();
    },
  };
}

export type BenchedService = Awaited<ReturnType<typeof startBenchedService>>;
