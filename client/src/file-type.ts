import {
  FIRST_BYTES,
  hasSvgElement,
  mayBeSvg,
  SVG_OVERLAP_BYTES,
  SVG_TYPE,
  typeOfFirstBytes,
  typeOfName,
  UNKNOWN_TYPE,
} from './generated/file-type.ts';
import type { UploadOptions } from './upload-options.ts';
import { nameOf } from './upload-options.ts';

const PART_BYTES = 65_536;

async function bytesOf(file: Blob, from: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(from, from + length).arrayBuffer());
}

/** Comments of any length may stand before the element, so the text is read to it. */
async function isSvg(file: Blob): Promise<boolean> {
  for (let at = 0; at < file.size; at += PART_BYTES) {
    if (hasSvgElement(await bytesOf(file, at, PART_BYTES + SVG_OVERLAP_BYTES))) return true;
  }
  return false;
}

/**
 * The content type of an image by its bytes, without a view of its name; undefined for a file that
 * is no image. Of a file that isn't text, only the first bytes are read.
 */
export async function readTypeOfBytes(file: Blob): Promise<string | undefined> {
  const first = await bytesOf(file, 0, FIRST_BYTES);
  const type: string | undefined = typeOfFirstBytes(first);
  if (type !== undefined) return type;
  return mayBeSvg(first) && (await isSvg(file)) ? SVG_TYPE : undefined;
}

/**
 * The content type of an image by its bytes, else by the extension of its name; else
 * `application/octet-stream`.
 */
export async function readFileType(file: Blob, name = nameOf(file) ?? ''): Promise<string> {
  return (await readTypeOfBytes(file)) ?? typeOfName(name) ?? UNKNOWN_TYPE;
}

/**
 * The content type of an upload: the one that it states. A browser gives none to a file that its
 * system doesn't know, so such a file is read.
 */
export async function contentTypeOf({ file, contentType }: UploadOptions): Promise<string> {
  const stated = contentType || file.type;
  return stated === '' || stated === UNKNOWN_TYPE ? readFileType(file) : stated;
}
