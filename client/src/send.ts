import { networkError } from './imagewell-error.ts';
import type { Reply } from './reply.ts';

export interface Sending {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Blob | FormData | string;
  readonly signal: AbortSignal | undefined;
  /** Gets the sent part of the body, 0 to 1, if the platform reports it. */
  readonly onSent?: ((fraction: number) => void) | undefined;
}

async function sendByFetch({ url, headers = {}, body, signal }: Sending): Promise<Reply> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal: signal ?? null });
    const text = await response.text();
    return { status: response.status, header: (name) => response.headers.get(name), text };
  } catch (error) {
    signal?.throwIfAborted();
    throw networkError(url, error);
  }
}

function sendByXhr({ url, headers = {}, body, signal, onSent }: Sending): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    xhr.upload.onprogress = ({ loaded, total }) => onSent?.(total > 0 ? loaded / total : 0);
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        header: (name) => xhr.getResponseHeader(name),
        text: xhr.responseText,
      });
    xhr.onerror = () => reject(networkError(url));
    xhr.onabort = () => reject(signal?.reason);
    xhr.onloadend = () => signal?.removeEventListener('abort', abort);
    xhr.open('POST', url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    signal?.addEventListener('abort', abort);
    xhr.send(body);
  });
}

/** Posts a body; rejects with `network_error`, or with the reason of an aborted signal. */
export async function send(sending: Sending): Promise<Reply> {
  sending.signal?.throwIfAborted();
  // fetch can't tell how much of a body is sent
  const hasXhr = typeof XMLHttpRequest === 'function';
  return sending.onSent && hasXhr ? sendByXhr(sending) : sendByFetch(sending);
}
