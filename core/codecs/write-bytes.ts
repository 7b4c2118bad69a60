/** Big-endian, 16 bits. */
export function uint16Be(value: number): readonly number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

/** Big-endian, 32 bits. */
export function uint32Be(value: number): readonly number[] {
  return [...uint16Be(value >>> 16), ...uint16Be(value)];
}

/** Little-endian, 16 bits. */
export function uint16Le(value: number): readonly number[] {
  return [value & 0xff, (value >>> 8) & 0xff];
}

/** Little-endian, 24 bits. */
export function uint24Le(value: number): readonly number[] {
  return [...uint16Le(value), (value >>> 16) & 0xff];
}

/** Little-endian, 32 bits. */
export function uint32Le(value: number): readonly number[] {
  return [...uint16Le(value), ...uint16Le(value >>> 16)];
}

/** The character codes of a Latin-1 text. */
export function textBytes(text: string): readonly number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** One new array with all parts in order. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
