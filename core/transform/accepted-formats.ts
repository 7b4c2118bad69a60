/**
 * The formats that `auto` reads from Accept. Edge-safe: no syntax beyond the CloudFront runtime's.
 */
export const AUTO_FORMATS = ['avif', 'webp'] as const;

/** A format that a client must accept explicitly. */
export type AutoFormat = (typeof AUTO_FORMATS)[number];

/**
 * Browsers send some 150 characters; the rest of a longer header is ignored, so that no header
 * costs more than others.
 */
const MAX_LENGTH = 1_000;

/**
 * One media range with its weight (RFC 9110 12.4.2, 12.5.1); a range with other parameters requests
 * something else.
 */
const NAMED = /^\s*image\/(avif|webp)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i;

/**
 * The formats that an Accept header names explicitly, preferred first: by weight; with equal
 * weights AVIF before WebP. AVIF after WebP is left out, because WebP can always be made within the
 * request. Wildcards name nothing (delivery.auto).
 */
export function acceptedFormats(accept: string): readonly AutoFormat[] {
  const weights = { avif: 0, webp: 0 };
  const ranges = accept
    .slice(0, MAX_LENGTH)
    .replace(/"[^"]*"/g, '')
    .split(',');
  if (accept.length > MAX_LENGTH) ranges.pop(); // its weight may be cut off
  ranges.forEach((range) => {
    const parts = NAMED.exec(range);
    if (!parts) return;
    const name = (parts[1] as string).toLowerCase() as AutoFormat;
    weights[name] = Math.max(weights[name], Number(parts[2] || 1));
  });
  if (weights.webp > weights.avif) return ['webp'];
  return AUTO_FORMATS.filter((name) => weights[name] > 0);
}
