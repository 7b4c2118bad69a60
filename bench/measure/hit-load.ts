import { connect, type Socket } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

/** The length of a whole response, head and body, from its head. */
function lengthOf(head: string): number {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) {
    throw new Error(`not a plain 200: ${head.slice(0, 200)}`);
  }
  return head.length + END_OF_HEAD.length + Number(length);
}

/** One request after the other by one socket. The client costs far less than an HTTP client. */
function openLoop(url: URL) {
  const socket: Socket = connect(Number(url.port), url.hostname).setNoDelay();
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nhost: ${url.host}\r\n\r\n`;
  let length = 0; // every response has the length of the first
  let received = 0;
  let settle: { resolve(): void; reject(error: unknown): void } | undefined;
  socket.on('error', (error) => settle?.reject(error));
  socket.on('data', (chunk: Buffer) => {
    try {
      if (received === 0) length = lengthOf(chunk.toString('latin1').split(END_OF_HEAD)[0] ?? '');
      received += chunk.length;
      if (received < length) return;
      received = 0;
      settle?.resolve();
    } catch (error) {
      settle?.reject(error);
    }
  });
  return {
    next: () =>
      new Promise<void>((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

/** Repeats a GET by so many connections; answers the milliseconds of each request. */
export async function repeatGet(url: string, count: number, connections: number) {
  const times: number[] = [];
  let left = count;
  const loops = Array.from({ length: connections }, () => openLoop(new URL(url)));
  const run = async ({ next }: (typeof loops)[number]) => {
    while (left > 0) {
      left -= 1;
      const start = performance.now();
      await next();
      times.push(performance.now() - start);
    }
  };
  try {
    await Promise.all(loops.map(run));
  } finally {
    for (const { close } of loops) close();
  }
  return times;
}
