import type { CdnOptions, ImageSource } from './image-source.ts';
import { imageUrl } from './image-url.ts';
import { problemOf } from './reply.ts';
import { raiseWidth } from './src-set.ts';

/** How small a placeholder is; a page enlarges it, which blurs it. */
const PLACEHOLDER_WIDTH = 24;
const PLACEHOLDER_QUALITY = 40;

export interface PlaceholderOptions extends CdnOptions {
  /** The `allowedWidths` of the project: the placeholder has the smallest of them. */
  readonly allowedWidths?: readonly number[];
  readonly signal?: AbortSignal;
}

/**
 * The URL of a very small rendition, some hundred bytes of WebP, to show while the image loads.
 * It costs one transformation.
 */
export function placeholderUrl(image: ImageSource, options: PlaceholderOptions = {}): string {
  const { cdnUrl, allowedWidths = [] } = options;
  const width = raiseWidth(PLACEHOLDER_WIDTH, allowedWidths);
  // a project with allowed widths takes no other parameter
  const free = allowedWidths.length > 0 ? {} : { quality: PLACEHOLDER_QUALITY };
  return imageUrl(image, { cdnUrl, width, format: 'webp', ...free });
}

/**
 * The placeholder as a `data:` URL, for a server that puts it into its page. Throws an
 * ImagewellError if the image is not served.
 */
export async function fetchPlaceholder(
  image: ImageSource,
  options: PlaceholderOptions = {},
): Promise<string> {
  const url = placeholderUrl(image, options);
  const response = await fetch(url, { signal: options.signal ?? null });
  if (!response.ok) {
    const { status, headers } = response;
    throw problemOf({ status, header: (name) => headers.get(name), text: await response.text() });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  // one by one, since arguments are few at most
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `data:image/webp;base64,${btoa(text)}`;
}
