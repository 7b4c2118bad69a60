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

/** Fetches a reply, whose text is empty if it is an image. Rejects as `send` does. */
export async function fetchReply(
  url: string,
  { signal, ...init }: Omit<RequestInit, 'signal'> & Pick<Sending, 'signal'>,
): Promise<Reply> {
  try {
    const response = await fetch(url, { ...init, signal: signal ?? null });
    const { status, headers } = response;
    const header = (name: string) => headers.get(name);
    const isImage = header('Content-Type')?.startsWith('image/');
    return { status, header, text: isImage ? '' : await response.text() };
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
  if (sending.onSent && hasXhr) return sendByXhr(sending);
  const { url, headers = {}, body, signal } = sending;
  return fetchReply(url, { method: 'POST', headers, body, signal });
}
