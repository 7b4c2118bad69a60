import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { type Answer, createClient, type Repeat } from '../http/client.ts';

/** A form as it was answered, and its promises. */
export interface Form {
  readonly url: string;
  readonly fields: Record<string, string>;
  readonly temporaryImageUrl: string;
  readonly expiresAt: string;
}

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  /** The code of S3's error; undefined where there is none. */
  readonly code: string | undefined;
  readonly text: string;
}

/** Sends what has been put together, whatever it is. */
export async function sendBody(
  url: string,
  body: FormData | Uint8Array,
  headers: Record<string, string> = {},
): Promise<Sent> {
  const sent = body instanceof FormData ? body : (body as Uint8Array<ArrayBuffer>);
  const response = await fetch(url, { method: 'POST', headers, body: sent });
  const text = await response.text();
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  return { status: response.status, headers: response.headers, code, text };
}

/** Fills a form in as a page does: its fields, then the file. */
export function sendForm(
  { url, fields }: Pick<Form, 'url' | 'fields'>,
  bytes: Uint8Array,
  changes: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...changes })) form.append(name, value);
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'image.jpg');
  return sendBody(url, form);
}

/** The calls of a direct upload against a running service. */
export function createDirectUploads(credentials: Credentials, repeat?: Repeat) {
  const client = createClient(credentials, repeat);
  const ask = (body: object, headers: Record<string, string> = {}): Promise<Answer> =>
    client.call(`create-direct-upload/${credentials.uploadKey}`, body, headers);
  return {
    ask,
    async form(bytes: number, contentType = 'image/jpeg', originalFilename = 'a.jpg') {
      const answer = await ask({ contentType, bytes, originalFilename });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
      return answer.json as Form;
    },
    save: (temporaryImageUrl: string): Promise<Answer> =>
      client.call('save-temporary-image', { temporaryImageUrl }),
    /** The answer of the temporary image as soon as it is no longer pending. */
    async validated(temporaryImageUrl: string, patienceMs = 240_000): Promise<Answer> {
      const end = Date.now() + patienceMs;
      for (;;) {
        const answer = await client.get(temporaryImageUrl);
        if (answer.status !== 409) return answer;
        if (Date.now() > end) throw new Error('still pending');
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    },
  };
}
