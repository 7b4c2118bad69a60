const ENOUGH_BYTES = 16;
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n/, 'image/png'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^.{4}ftypavi[fs]/s, 'image/avif'],
  [/^(\xef\xbb\xbf)?\s*<(\?xml|svg)/, 'image/svg+xml'],
];

/** The type of a file whose first bytes are of no image. */
export const UNKNOWN_TYPE = 'application/octet-stream';

/** The type of a file by its first bytes, not its name; the service validates it again. */
export async function readImageType(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, ENOUGH_BYTES).arrayBuffer());
  const text = String.fromCharCode(...bytes);
  return TYPES.find(([form]) => form.test(text))?.[1] ?? UNKNOWN_TYPE;
}
