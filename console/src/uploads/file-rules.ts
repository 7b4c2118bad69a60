import { readFileType } from 'imagewell-client';
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

/** Whether neither the browser nor the name knows the type, so that the bytes are to be read. */
export const isOfUnknownType = (file: File) => !TYPES.includes(typeOf(file));

/** A file with the type of its bytes; the same file where they are no image's. */
export async function withTypeOfBytes(file: File): Promise<File> {
  const type = await readFileType(file);
  if (!TYPES.includes(type)) return file;
  return new File([file], file.name, { type, lastModified: file.lastModified });
}

/** Why a file can't be taken, with its cure; undefined where the service is to decide. */
export function findFileFault(file: File): string | undefined {
  if (isOfUnknownType(file)) {
    return UPLOAD_TEXTS.noImage(extensionOf(file.name).toUpperCase());
  }
  if (file.size === 0) return UPLOAD_TEXTS.empty;
  const max = LIMITS.maxDirectUploadBytes;
  return file.size > max ? UPLOAD_TEXTS.tooLarge(file.size, max) : undefined;
}

/** Of the files of a folder only the images, by their type, name or bytes; of chosen files all. */
export async function isImage(file: File): Promise<boolean> {
  if (file.type.startsWith('image/') || !isOfUnknownType(file)) return true;
  return !isOfUnknownType(await withTypeOfBytes(file));
}

/** The images among the files of a folder. */
export async function filterImages(files: readonly File[]): Promise<File[]> {
  const are = await Promise.all(files.map(isImage));
  return files.filter((_, at) => are[at]);
}

/** The usual extension of a content type; undefined for one that doesn't come in. */
export const extensionOfType = (type: string) =>
  Object.keys(UPLOAD_TYPES).find((extension) => UPLOAD_TYPES[extension] === type);
