import { vi } from 'vitest';

/** The messages between pages of one browser, delivered immediately. */
class StubChannel {
  static open: StubChannel[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    StubChannel.open.push(this);
  }

  postMessage(data: unknown): void {
    for (const other of StubChannel.open)
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
  }

  close(): void {
    StubChannel.open = StubChannel.open.filter((other) => other !== this);
  }
}

function stubStorage(): Storage {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  } as Storage;
}

const ORIGIN = 'https://images.example';

/** The parts of a browser that the modules of state use, as a page at this path finds them. */
export function stubBrowser(path = '/console') {
  StubChannel.open = [];
  const events = new EventTarget();
  let url = new URL(path, ORIGIN);
  /** Addresses that the page left for. */
  const left: string[] = [];
  const go = (to: string) => {
    url = new URL(to, ORIGIN);
  };
  const here = () => url.pathname + url.search;
  /** The history of the page, its present place last. */
  const entries = [here()];
  let scrolls = 0;
  const location = {
    get origin() {
      return url.origin;
    },
    get pathname() {
      return url.pathname;
    },
    get search() {
      return url.search;
    },
    get href() {
      return url.href;
    },
    replace: (to: string) => void left.push(to),
    assign: (to: string) => void left.push(to),
  };
  /** Windows that the page opened. */
  const opened: { location: { href: string } }[] = [];
  const globals = {
    location,
    history: {
      pushState: (_: unknown, __: string, to: string) => {
        go(to);
        entries.push(here());
      },
      replaceState: (_: unknown, __: string, to: string) => {
        go(to);
        entries.splice(-1, 1, here());
      },
    },
    localStorage: stubStorage(),
    sessionStorage: stubStorage(),
    navigator: { onLine: true },
    addEventListener: events.addEventListener.bind(events),
    scrollTo: () => {
      scrolls += 1;
    },
    close: () => undefined,
    open: (href: string) => {
      opened.push({ location: { href } });
      return opened.at(-1);
    },
    BroadcastChannel: StubChannel,
    requestAnimationFrame: (then: () => void) => setTimeout(then),
    cancelAnimationFrame: (timer: number) => clearTimeout(timer),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return {
    left,
    opened,
    localStorage: globals.localStorage,
    sessionStorage: globals.sessionStorage,
    say: (name: 'online' | 'offline') => void events.dispatchEvent(new Event(name)),
    post: (data: unknown) => new StubChannel('imagewell.session').postMessage(data),
    listen: (then: (data: unknown) => void) => {
      new StubChannel('imagewell.session').onmessage = ({ data }) => then(data);
    },
    go,
    here,
    entries,
    scrolls: () => scrolls,
    back: () => {
      entries.pop();
      go(entries.at(-1) ?? path);
      events.dispatchEvent(new Event('popstate'));
    },
    press: (key: string, more: object = {}) => {
      const event = new Event('keydown', { cancelable: true });
      for (const [name, value] of Object.entries({ key, ...more }))
        Object.defineProperty(event, name, { value });
      events.dispatchEvent(event);
    },
  };
}

/** A call that waits for its answer, which a test gives in an order of its choice. */
export interface WaitingCall {
  readonly name: string;
  readonly request: unknown;
  readonly answer: (value: unknown) => Promise<void>;
  readonly fail: (error: unknown) => Promise<void>;
}

/** Until what follows an answer has run. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A client whose calls wait. */
export function stubCalls() {
  const calls: WaitingCall[] = [];
  const call = (name: string) => (request: unknown) =>
    new Promise((resolve, reject) => {
      calls.push({
        name,
        request,
        answer: (value) => {
          resolve(value);
          return settle();
        },
        fail: (error) => {
          reject(error);
          return settle();
        },
      });
    });
  const client = new Proxy({}, { get: (_, name) => call(String(name)) });
  return { calls, client };
}
