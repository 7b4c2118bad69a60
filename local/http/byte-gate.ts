/** Bounds what bodies hold in memory, in sum. */
export interface ByteGate {
  /** The share of one body, empty at first. */
  open(): GateShare;
}

/** The buffered bytes of one body. */
export interface GateShare {
  /** Resolves when there is room for so many bytes more, or this share has been left. */
  take(bytes: number): Promise<void>;
  /** Gives everything back. */
  leave(): void;
}

interface Share {
  heldBytes: number;
  isLeft: boolean;
}

interface Waiting {
  readonly share: Share;
  readonly bytes: number;
  admit(): void;
}

interface Gate {
  readonly maxBytes: number;
  /** Of all shares but the favoured one. */
  usedBytes: number;
  readonly waiting: Waiting[];
  /**
   * The one that may pass the bound: bodies that each wait for the rest of them would else wait for
   * ever.
   */
  favoured: Share | undefined;
}

function mayTake(gate: Gate, share: Share, bytes: number): boolean {
  if (gate.favoured === share) return true;
  if (gate.usedBytes + bytes <= gate.maxBytes) return true;
  if (gate.favoured) return false;
  gate.favoured = share;
  gate.usedBytes -= share.heldBytes;
  return true;
}

function hold(gate: Gate, share: Share, bytes: number): void {
  if (gate.favoured !== share) gate.usedBytes += bytes;
  share.heldBytes += bytes;
}

function admitNext(gate: Gate): void {
  for (let next = gate.waiting[0]; next; next = gate.waiting[0]) {
    if (!mayTake(gate, next.share, next.bytes)) return;
    gate.waiting.shift();
    hold(gate, next.share, next.bytes);
    next.admit();
  }
}

function leave(gate: Gate, share: Share): void {
  if (share.isLeft) return;
  share.isLeft = true;
  if (gate.favoured === share) gate.favoured = undefined;
  else gate.usedBytes -= share.heldBytes;
  const at = gate.waiting.findIndex((reader) => reader.share === share);
  if (at >= 0) gate.waiting.splice(at, 1)[0]?.admit();
  admitNext(gate);
}

/**
 * A gate for `maxBytes`; waiting bodies continue in their order. One body at a time may exceed the
 * bound, so that there is always one that can end.
 */
export function createByteGate(maxBytes: number): ByteGate {
  const gate: Gate = { maxBytes, usedBytes: 0, waiting: [], favoured: undefined };
  return {
    open() {
      const share: Share = { heldBytes: 0, isLeft: false };
      return {
        async take(bytes) {
          if (share.isLeft) return;
          const isFirst = gate.waiting.length === 0 || gate.favoured === share;
          if (isFirst && mayTake(gate, share, bytes)) hold(gate, share, bytes);
          else await new Promise<void>((admit) => gate.waiting.push({ share, bytes, admit }));
        },
        leave: () => leave(gate, share),
      };
    },
  };
}
