/** Lets work in while what it holds in memory fits; the rest waits in its order. */
export interface ByteGate {
  /** Resolves when so many bytes are free, or everything is; the answer gives them back. */
  enter(bytes: number): Promise<() => void>;
}

interface Waiting {
  readonly bytes: number;
  admit(): void;
}

/** A gate for `maxBytes`; what needs more than all of it goes alone. */
export function createByteGate(maxBytes: number): ByteGate {
  const waiting: Waiting[] = [];
  let usedBytes = 0;
  const fits = (bytes: number): boolean => usedBytes === 0 || usedBytes + bytes <= maxBytes;
  const leave = (bytes: number): void => {
    usedBytes -= bytes;
    for (let next = waiting[0]; next && fits(next.bytes); next = waiting[0]) {
      waiting.shift();
      usedBytes += next.bytes;
      next.admit();
    }
  };
  const pass = (bytes: number): (() => void) => {
    let isInside = true;
    return () => {
      if (isInside) leave(bytes);
      isInside = false;
    };
  };
  return {
    async enter(bytes) {
      if (waiting.length === 0 && fits(bytes)) usedBytes += bytes;
      else await new Promise<void>((admit) => waiting.push({ bytes, admit }));
      return pass(bytes);
    },
  };
}
