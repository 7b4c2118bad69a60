/**
 * A file that counts its read bytes. Sent by fetch, that is the number of sent bytes, except for
 * the socket's buffer.
 */
export class CountedFile extends File {
  readonly #onRead: (bytes: number) => void;

  constructor(parts: BlobPart[], name: string, type: string, onRead: (bytes: number) => void) {
    super(parts, name, { type });
    this.#onRead = onRead;
  }

  /** Each reading counts from the start, as each attempt sends all of it. */
  override stream(): ReturnType<File['stream']> {
    let read = 0;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (chunk, controller) => {
        read += chunk.byteLength;
        this.#onRead(read);
        controller.enqueue(chunk);
      },
    });
    return super.stream().pipeThrough(counter);
  }
}
