import { vi } from 'vitest';

/** The act of a test on a request after it is sent. */
export type Play = (xhr: StubXhr) => void;

/** An XMLHttpRequest without a network: the test plays the response. */
export class StubXhr {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  onloadend?: () => void;
  status = 0;
  responseText = '';
  readonly sent: unknown[] = [];
  readonly play: Play;

  constructor(play: Play) {
    this.play = play;
  }
  open(...request: unknown[]): void {
    this.sent.push(request);
  }
  setRequestHeader(...header: unknown[]): void {
    this.sent.push(header);
  }
  getResponseHeader(): null {
    return null;
  }
  send(body: unknown): void {
    this.sent.push(body);
    queueMicrotask(() => this.play(this));
  }
  abort(): void {
    this.onabort?.();
    this.onloadend?.();
  }
  answer(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
    this.onloadend?.();
  }
}

/** Puts it where a page finds it; the requests that were made, in order. */
export function stubXhr(...plays: Play[]): StubXhr[] {
  const result: StubXhr[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends StubXhr {
      constructor() {
        super(plays[result.length] ?? (() => undefined));
        result.push(this);
      }
    },
  );
  return result;
}
