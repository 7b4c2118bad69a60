/** Counts what a body comes to in an event, piece by piece. */
export interface EventBodySize {
  add(piece: Uint8Array): void;
  /** Bytes of JSON between the quotes. */
  end(): number;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - '""'.length;
}

/** The size of a body in the event: base64 if binary, else JSON text. */
export function createEventBodySize(isBinary: boolean): EventBodySize {
  const decoder = new TextDecoder();
  let bytes = 0;
  return {
    add(piece) {
      bytes += isBinary ? piece.length : jsonBytes(decoder.decode(piece, { stream: true }));
    },
    end: () => (isBinary ? 4 * Math.ceil(bytes / 3) : bytes + jsonBytes(decoder.decode())),
  };
}
