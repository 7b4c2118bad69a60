import type { Credentials } from '../../../local/data-folder/data-folder.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The body as JSON; undefined where it isn't. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
  readonly json: any;
}

async function read(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json');
  const json = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : undefined;
  return { status: response.status, headers: response.headers, bytes, json };
}

/** Makes a request, possibly again; `name` is the name of the call, or GET. */
export type Repeat = (name: string, ask: () => Promise<Answer>) => Promise<Answer>;
const once: Repeat = (_, ask) => ask();

/**
 * The calls of the service as a test makes them: nothing is hidden, and nothing is retried but by
 * `repeat`.
 */
export function createClient(
  { baseUrl, cdnUrl, apiKey, uploadKey }: Credentials,
  repeat: Repeat = once,
) {
  const call = (name: string, body: unknown, headers: Record<string, string> = {}) =>
    repeat(name, async () =>
      read(
        await fetch(`${baseUrl}/api/v1/${name}`, {
          method: 'POST',
          headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      ),
    );
  const upload = (
    bytes: Uint8Array,
    contentType = 'image/jpeg',
    headers: Record<string, string> = {},
    key = uploadKey,
  ) =>
    repeat('upload-temporary-image', async () =>
      read(
        await fetch(`${baseUrl}/api/v1/upload-temporary-image/${key}`, {
          method: 'POST',
          headers: { ...(contentType ? { 'Content-Type': contentType } : {}), ...headers },
          body: bytes as Uint8Array<ArrayBuffer>,
        }),
      ),
    );
  const get = (path: string, init: RequestInit = {}) =>
    repeat(init.method ?? 'GET', async () =>
      read(await fetch(path.startsWith('http') ? path : cdnUrl + path, init)),
    );
  return {
    call,
    upload,
    get,
    request: async (path: string, init: RequestInit) => read(await fetch(baseUrl + path, init)),
    /** Uploads and saves; the image's ids and URL. */
    async store(bytes: Uint8Array, contentType = 'image/jpeg', metadata?: object) {
      const uploaded = await upload(bytes, contentType);
      const { temporaryImageUrl } = uploaded.json;
      const saved = await call('save-temporary-image', {
        temporaryImageUrl,
        ...(metadata ? { metadata } : {}),
      });
      if (saved.status !== 200) throw new Error(JSON.stringify([uploaded.json, saved.json]));
      return { temporaryImageUrl, ...saved.json } as {
        temporaryImageUrl: string;
        imageId: string;
        imageUrl: string;
      };
    },
  };
}

export type Client = ReturnType<typeof createClient>;
