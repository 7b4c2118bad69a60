import { isJsonObject, type JsonObject, parseObject } from '../json-object.ts';

/** The state of one image in a journal; the last line about it counts. */
export type ImageLine = Named &
  (
    | {
        /** Written before the save, which is repeated with the same metadata after a kill. */
        readonly state: 'uploaded';
        readonly sha256: string;
        readonly temporaryImageUrl: string;
        readonly expiresAt?: string;
        readonly metadata?: Readonly<Record<string, string>>;
        readonly focalPoint?: string;
        readonly visibility?: 'public' | 'private';
      }
    | {
        /** Done: it was not to be saved. */
        readonly state: 'temporary';
        readonly sha256: string | null;
        readonly temporaryImageUrl: string;
        readonly expiresAt: string;
      }
    | {
        readonly state: 'saved' | 'duplicate';
        /** Null where the file was not read again for it. */
        readonly sha256: string | null;
        readonly imageId: string;
        readonly imageUrl: string;
      }
    | { readonly state: 'failed'; readonly code: string; readonly detail: string }
  );

interface Named {
  /** Unique in a journal: a path, a key or an address. */
  readonly key: string;
  /** The address that the image had before. */
  readonly address?: string;
  /** Differs when the bytes may differ: size and time of a file, or the tag of an object. */
  readonly version?: string;
}

/** The lines that lead to a saved image. */
export type SavedLine = Extract<ImageLine, { state: 'saved' | 'duplicate' }>;

/** By the number under which the index of a journal keeps it. */
export const STATES = ['failed', 'uploaded', 'temporary', 'saved', 'duplicate'] as const;
export type State = (typeof STATES)[number];

/** The services and sources of a journal: others never continue it. */
export type Place = Readonly<Record<string, string | boolean | null>>;

/** The first line of a journal. */
export type JournalHead = Place & { readonly imagewell: JournalKind; readonly version: number };
export type JournalKind = 'upload' | 'import';

export const JOURNAL_VERSION = 2;

/** The version of a file, without reading it. */
export const fileVersion = ({ size, mtimeMs }: { size: number; mtimeMs: number }) =>
  `${size}-${mtimeMs}`;

/** Version 1 of the files of `upload`: the path, and the address below `received` or `done`. */
function convertUpload({ path, size, mtimeMs, sha256, received, done }: JsonObject): JsonObject {
  const address = [done, received].find(isJsonObject) ?? {};
  const finished = 'imageUrl' in address ? 'saved' : 'temporary';
  const state = done ? finished : 'uploaded';
  const version = fileVersion({ size: Number(size), mtimeMs: Number(mtimeMs) });
  return { key: path, version, state, sha256, ...address };
}

/** A line of any version; undefined for one that a kill cut off. */
export function readImageLine(text: string): ImageLine | undefined {
  const fields = parseObject(text);
  if (!fields) return undefined;
  const line = 'path' in fields ? convertUpload(fields) : fields;
  const isWhole = typeof line.key === 'string' && STATES.some((state) => state === line.state);
  return isWhole ? (line as unknown as ImageLine) : undefined;
}

/** The first line of any version; undefined for a file that is something else. */
export function readHead(text: string): JournalHead | undefined {
  const fields = parseObject(text);
  if (fields?.imagewell === 'upload' || fields?.imagewell === 'import') {
    return fields as unknown as JournalHead;
  }
  if (fields?.imagewellUpload === 1) {
    const { baseUrl, projectId, isTemporary } = fields;
    const place = { service: baseUrl, project: projectId, isTemporary } as Place;
    return { ...place, imagewell: 'upload', version: 1 } as JournalHead;
  }
  const isManifest = fields && ['service', 'project', 'source'].every((name) => name in fields);
  return isManifest ? ({ ...fields, imagewell: 'import', version: 1 } as JournalHead) : undefined;
}
