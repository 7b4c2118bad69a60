/** Characters that RFC 5987 (3.2.1) escapes and encodeURIComponent doesn't. */
function escapeAttributeCharacter(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * `Content-Disposition` that has a browser save a file (RFC 6266): the name in ASCII, and if it has
 * other characters also as it is. The name comes from the path of an image, so it has neither
 * quotes nor control characters.
 */
export function attachmentNamed(filename: string): string {
  const plain = `attachment; filename="${filename.replaceAll(/[^ -~]/gu, '_')}"`;
  if (/^[ -~]*$/.test(filename)) return plain;
  const encoded = encodeURIComponent(filename).replaceAll(/['()*]/g, escapeAttributeCharacter);
  return `${plain}; filename*=UTF-8''${encoded}`;
}
