import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { fetchImage } from './fetch-image.ts';
import type { ImportItem, ImportSource } from './import-source.ts';

/** Cloudinary Admin API, "Get resources": the fields that are read of a resource. */
interface Resource {
  readonly public_id?: unknown;
  readonly secure_url?: unknown;
  readonly resource_type?: unknown;
  readonly format?: unknown;
  readonly bytes?: unknown;
  readonly created_at?: unknown;
  readonly asset_folder?: unknown;
  readonly folder?: unknown;
  readonly tags?: unknown;
  readonly context?: unknown;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** `context` is an object, with its pairs in `custom` where the API adds more of them. */
function contextColumns(context: unknown): Record<string, string> {
  const { custom = context } = (context ?? {}) as { readonly custom?: unknown };
  const pairs = Object.entries((custom ?? {}) as Record<string, unknown>);
  return Object.fromEntries(pairs.map(([name, value]) => [`context.${name}`, String(value)]));
}

function itemOf(resource: Resource): ImportItem[] {
  const { public_id: publicId, secure_url: url, resource_type: type = 'image', bytes } = resource;
  if (typeof publicId !== 'string' || typeof url !== 'string' || type !== 'image') return [];
  const format = textOf(resource.format);
  const last = publicId.split('/').at(-1) ?? publicId;
  const folder = textOf(resource.asset_folder) || textOf(resource.folder);
  const columns = {
    public_id: publicId,
    folder: folder || publicId.split('/').slice(0, -1).join('/'),
    format,
    created_at: textOf(resource.created_at),
    tags: Array.isArray(resource.tags) ? resource.tags.join(',') : '',
    ...contextColumns(resource.context),
  };
  return [
    {
      key: publicId,
      address: url,
      name: format === '' ? last : `${last}.${format}`,
      ...(typeof bytes === 'number' ? { size: bytes } : {}),
      columns,
      open: (signal) => fetchImage(url, signal),
    },
  ];
}

/** One response, a list of responses, or a list of resources. */
function resourcesOf(json: unknown): Resource[] {
  if (Array.isArray(json)) return json.flatMap(resourcesOf);
  const { resources } = json as { readonly resources?: unknown };
  return Array.isArray(resources) ? (resources as Resource[]) : [json as Resource];
}

/** The images of a Cloudinary account, by the JSON of its Admin API's resources. */
export function cloudinarySource(file: string): ImportSource {
  return {
    place: file,
    async *items() {
      let json: unknown;
      try {
        json = JSON.parse(await readFile(file, 'utf8'));
      } catch (error) {
        throw new CommandError('usage', `${file} cannot be read: ${(error as Error).message}`);
      }
      yield* resourcesOf(json).flatMap(itemOf);
    },
  };
}
