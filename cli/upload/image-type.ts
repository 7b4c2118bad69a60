/** An SVG begins with comments and a document type. */
const ENOUGH_BYTES = 1_024;
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
  [/^BM.{4}\0\0\0\0/s, 'image/bmp'],
  [/^(\xef\xbb\xbf)?\s*<(svg[\s>]|(\?xml|!--|!DOCTYPE svg)[\s\S]*<svg[\s>])/, 'image/svg+xml'],
];

/** The type of a file whose first bytes are of no image. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The type of a file by its first bytes, not its name; the service validates it again. */
export async function readImageType(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, ENOUGH_BYTES).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return TYPES.find(([form]) => form.test(text))?.[1] ?? UNKNOWN_TYPE;
}
