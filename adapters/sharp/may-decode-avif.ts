/**
 * Whether this libheif decodes hostile AVIF safely: from 1.23.7 on (uploads.types,
 * security.avif-input).
 */
export function mayDecodeAvif(libheif: string | undefined): boolean {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(libheif ?? '');
  if (!parts) return false;
  const [major = 0, minor = 0, patch = 0] = parts.slice(1).map(Number);
  if (major !== 1) return major > 1;
  return minor === 23 ? patch >= 7 : minor > 23;
}
