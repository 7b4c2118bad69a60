import { MAX_UPLOAD_BYTES } from 'imagewell-client';
import { LIMITS, TYPE_ALIASES, UPLOAD_TYPES } from '../generated/rules.ts';
import { UPLOAD_TEXTS } from '../texts/upload-texts.ts';

const extensionOf = (name: string) => (/\.([a-z0-9]+)$/i.exec(name)?.[1] ?? '').toLowerCase();

const TYPES = Object.values(UPLOAD_TYPES);

/** For the file chooser: not every system knows the type of every extension. */
export const ACCEPTED_TYPES = `${TYPES},.${Object.keys(UPLOAD_TYPES).join(',.')}`;

/** The content type of a file, by its own word, else by its name. */
export function typeOf({ type: sent, name }: File): string {
  const type = TYPE_ALIASES[sent] ?? sent;
  return TYPES.includes(type) ? type : (UPLOAD_TYPES[extensionOf(name)] ?? type);
}

// a browser gives no type to a file that its system doesn't know: the service reads the bytes
const UNNAMED = ['', 'application/octet-stream'];

/** Why a file can't be taken, with its cure; undefined where the service is to decide. */
export function findFileFault(file: File): string | undefined {
  const type = typeOf(file);
  if (!TYPES.includes(type) && !UNNAMED.includes(type)) {
    return UPLOAD_TEXTS.noImage(extensionOf(file.name).toUpperCase());
  }
  if (file.size === 0) return UPLOAD_TEXTS.empty;
  const max = LIMITS.maxDirectUploadBytes;
  return file.size > max ? UPLOAD_TEXTS.tooLarge(file.size, max) : undefined;
}

/** Of the files of a folder only those that look like images; of chosen files all. */
export const looksLikeImage = (file: File) =>
  file.type.startsWith('image/') || extensionOf(file.name) in UPLOAD_TYPES;

/** The usual extension of a content type; undefined for one that doesn't come in. */
export const extensionOfType = (type: string) =>
  Object.keys(UPLOAD_TYPES).find((extension) => UPLOAD_TYPES[extension] === type);

/** Whether a file is sent to the storage, and not through the API. */
export const isDirect = ({ size }: File) => size > MAX_UPLOAD_BYTES;
