import type { HostMessage, ParentMessage } from './host-messages.ts';

type Message = HostMessage | ParentMessage;

/** Where each message may carry bytes: as its data, or as the body of its event or result. */
const BYTES_OF: Readonly<Record<Message['type'], 'data' | 'event' | 'result' | undefined>> = {
  invoke: 'event',
  result: 'result',
  chunk: 'data',
  consumed: undefined,
  cancel: undefined,
  purged: undefined,
  ready: undefined,
  head: undefined,
  end: undefined,
  threw: undefined,
  'hand-over': undefined,
  idle: undefined,
  'purge-edge': undefined,
  'queue-render': undefined,
  rendition: undefined,
  log: undefined,
};

/** A message to a thread, and the buffers that move there with it. */
export interface ThreadMessage<T> {
  readonly message: T;
  readonly moved: readonly ArrayBuffer[];
}

function copyAlone(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  // no pool: Node's small buffers share one, which a thread must neither get nor take
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}

/**
 * A message whose bytes are copied once, into a buffer that moves with it. A structured clone would
 * copy the whole buffer behind a view: the image behind its piece, or a pool of other requests.
 */
export function withOwnBytes<T extends Message>(message: T): ThreadMessage<T> {
  const name = BYTES_OF[message.type];
  const value = name && (message as Readonly<Record<string, unknown>>)[name];
  if (!name || typeof value !== 'object' || value === null) return { message, moved: [] };
  if (value instanceof Uint8Array) {
    const own = copyAlone(value);
    return { message: { ...message, [name]: own }, moved: [own.buffer] };
  }
  if (!('body' in value) || !(value.body instanceof Uint8Array)) return { message, moved: [] };
  const own = copyAlone(value.body);
  return { message: { ...message, [name]: { ...value, body: own } }, moved: [own.buffer] };
}
