import { LIMITS, UPLOAD_TYPES } from '../generated/rules.ts';
import { UPLOAD_TEXTS } from '../texts/upload-texts.ts';

const TYPE_OF_EXTENSION: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  bmp: 'image/bmp',
};

const extensionOf = (name: string) => (/\.([a-z0-9]+)$/i.exec(name)?.[1] ?? '').toLowerCase();

/** For the file chooser: every content type that can be uploaded. */
export const ACCEPTED_TYPES = UPLOAD_TYPES.join(',');

/** The content type of a file, by its own word, else by its name. */
export function typeOf({ type, name }: File): string {
  return UPLOAD_TYPES.includes(type) ? type : (TYPE_OF_EXTENSION[extensionOf(name)] ?? type);
}

/** Why a file can't be taken, with its cure; undefined where the service is to decide. */
export function findFileFault(file: File): string | undefined {
  const extension = extensionOf(file.name);
  if (/^image\/hei[cf]/.test(file.type) || /^hei[cf]s?$/.test(extension)) return UPLOAD_TEXTS.heic;
  if (!UPLOAD_TYPES.includes(typeOf(file))) return UPLOAD_TEXTS.noImage(extension.toUpperCase());
  if (file.size === 0) return UPLOAD_TEXTS.empty;
  const max = LIMITS.maxDirectUploadBytes;
  return file.size > max ? UPLOAD_TEXTS.tooLarge(file.size, max) : undefined;
}

/** Of the files of a folder only those that look like images; of chosen files all. */
export const looksLikeImage = (file: File) =>
  file.type.startsWith('image/') || extensionOf(file.name) in TYPE_OF_EXTENSION;
