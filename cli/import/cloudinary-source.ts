import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { fetchImage } from '../fetch/fetch-image.ts';
import { isJsonObject } from '../json-object.ts';
import type { ImportItem, ImportSource } from './import-source.ts';
import { countLeftOut } from './left-out.ts';

/** Cloudinary Admin API, "Get resources": the fields that are read of a resource. */
interface Resource {
  readonly asset_folder?: unknown;
  readonly bytes?: unknown;
  readonly context?: unknown;
  readonly created_at?: unknown;
  readonly display_name?: unknown;
  readonly folder?: unknown;
  readonly format?: unknown;
  readonly metadata?: unknown;
  readonly original_filename?: unknown;
  readonly public_id?: unknown;
  readonly resource_type?: unknown;
  readonly secure_url?: unknown;
  readonly tags?: unknown;
  readonly url?: unknown;
  readonly version?: unknown;
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The pairs of an object as columns; a list is joined by commas. */
function columnsOf(prefix: string, pairs: unknown): Record<string, string> {
  const entries = Object.entries(isJsonObject(pairs) ? pairs : {});
  const cell = (value: unknown) =>
    Array.isArray(value) ? value.map(textOf).join(',') : textOf(value);
  return Object.fromEntries(entries.map(([name, value]) => [`${prefix}.${name}`, cell(value)]));
}

/** `context` is an object, with its pairs in `custom` where the API adds more of them. */
function contextColumns(context: unknown): Record<string, string> {
  const { custom = context } = isJsonObject(context) ? context : {};
  return columnsOf('context', custom);
}

/** Undefined for a video or a raw file, and for an object without an address. */
function itemOf(resource: Resource): ImportItem | undefined {
  const { public_id: publicId, resource_type: type = 'image', bytes } = resource;
  const url = textOf(resource.secure_url) || textOf(resource.url);
  if (typeof publicId !== 'string' || !URL.canParse(url) || type !== 'image') return undefined;
  const format = textOf(resource.format);
  const last = publicId.split('/').at(-1) ?? publicId;
  const folder = textOf(resource.asset_folder) || textOf(resource.folder);
  const version = textOf(resource.version);
  const columns = {
    public_id: publicId,
    folder: folder || publicId.split('/').slice(0, -1).join('/'),
    format,
    created_at: textOf(resource.created_at),
    display_name: textOf(resource.display_name),
    original_filename: textOf(resource.original_filename),
    tags: Array.isArray(resource.tags) ? resource.tags.map(textOf).join(',') : '',
    ...contextColumns(resource.context),
    ...columnsOf('metadata', resource.metadata),
  };
  return {
    key: publicId,
    address: url,
    name: format === '' ? last : `${last}.${format}`,
    ...(typeof bytes === 'number' ? { size: bytes } : {}),
    ...(version === '' ? {} : { version }),
    columns,
    hasOpenColumns: true,
    open: (signal) => fetchImage(url, { signal }),
  };
}

/** Why a resource is no item. */
function reasonOf({ resource_type: type = 'image' }: Resource): string {
  return type === 'image' ? 'it has no ID or no address' : 'it is a video or a raw file';
}

/** The resources of one response, and whether a further page follows it. */
interface Page {
  readonly resources: readonly Resource[];
  readonly hasNext: boolean;
}

/** Responses by line, each a list of them or of resources. */
const MAX_LISTS = 3;

/** One response, a list of responses, or a list of resources. */
function pagesOf(json: unknown, depth = 0): Page[] {
  if (Array.isArray(json)) {
    if (depth === MAX_LISTS) throw new Error('its lists stand in lists');
    return json.flatMap((one) => pagesOf(one, depth + 1));
  }
  if (!isJsonObject(json)) throw new Error('it has no resources');
  const { resources, next_cursor: next } = json;
  if (Array.isArray(resources)) {
    const all = resources.map((one) => (isJsonObject(one) ? one : {}));
    return [{ resources: all, hasNext: next !== undefined }];
  }
  return [{ resources: [json], hasNext: false }];
}

/** A text of one JSON value, or of one in each line. */
function parseTexts(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    if (lines.length < 2) throw error;
    return lines.map((line) => JSON.parse(line));
  }
}

/** The pages of a file, or of each JSON file in a folder in the order of their names. */
async function* readPages(path: string): AsyncGenerator<Page> {
  const isFolder = (await stat(path)).isDirectory();
  const names = isFolder ? (await readdir(path)).filter((name) => /\.jsonl?$/i.test(name)) : [];
  const order = new Intl.Collator('en', { numeric: true });
  const files = isFolder ? names.sort(order.compare).map((name) => join(path, name)) : [path];
  for (const file of files) {
    try {
      yield* pagesOf(parseTexts(await readFile(file, 'utf8')));
    } catch (error) {
      throw new CommandError('usage', `${file} cannot be read: ${(error as Error).message}`);
    }
  }
}

/** The images of a Cloudinary account, by the JSON of its Admin API's resources. */
export function cloudinarySource(path: string): ImportSource {
  let [skipped, isCut] = [countLeftOut(), false];
  return {
    place: path,
    async *items(signal) {
      [skipped, isCut] = [countLeftOut(), false];
      for await (const { resources, hasNext } of readPages(path)) {
        isCut = hasNext;
        for (const resource of resources) {
          signal.throwIfAborted();
          const item = itemOf(resource);
          if (item) yield item;
          else skipped.add(textOf(resource.public_id) || 'a resource', reasonOf(resource));
        }
      }
    },
    leftOut() {
      const found = skipped.leftOut();
      if (!isCut) return found;
      const cut = `${path} is not complete: its last page has a next_cursor, so further pages exist.`;
      return { ...found, warnings: [...found.warnings, cut] };
    },
  };
}
