const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** Text as UTF-8; undefined for other bytes. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF_8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Text of a format that states no encoding: UTF-8 by most writers, Latin-1 by older ones. */
export function decodeText(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? Buffer.from(bytes).toString('latin1');
}
