import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { type Answer, type Client, createClient } from '../../support/http/client.ts';
import { createDirectUploads, sendForm } from '../../support/stores/direct-upload.ts';
import { within } from './within.ts';

/** The tested service, and the ways in that a user has. */
export interface TestedService {
  readonly client: Client;
  readonly direct: ReturnType<typeof createDirectUploads>;
}

/** The ways into a running service. */
export const connectService = (credentials: Credentials): TestedService => {
  return { client: createClient(credentials), direct: createDirectUploads(credentials) };
};

/** An image that came in, with the facts of its record. */
export interface Saved {
  readonly imageUrl: string;
  readonly width: number;
  readonly height: number;
}

/** The problem of an image that did not come in. */
export interface Refusal {
  readonly refused: { readonly code: string; readonly detail: string };
  readonly serverErrors: readonly string[];
}

const MAX_TRIES = 20;

/** Repeats a call that a busy machine put off; throws where no answer comes at all. */
export async function patiently(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await within('service', call());
    const isPutOff = [429, 503].includes(answer.status);
    if (!isPutOff || tries === MAX_TRIES) return answer;
    const seconds = Number(answer.headers.get('retry-after') ?? 1);
    await new Promise((done) => setTimeout(done, seconds * 1000));
  }
}

/** The status and the code of an answer. */
export const toldOf = ({ status, json }: Answer) => `${status} ${json?.code ?? ''}`.trim();

/** The file of a form goes to the store; its check comes after. */
async function uploadDirectly(
  { direct }: TestedService,
  bytes: Uint8Array,
  type: string,
): Promise<Answer> {
  const form = await direct.form(bytes.length, type);
  await within('service', sendForm(form, bytes));
  const { temporaryImageUrl } = form;
  const checked = await within('service', direct.validated(temporaryImageUrl));
  // the address of a refused image answers 404; its save has the reason
  const told =
    checked.status === 200 ? checked : await within('service', direct.save(temporaryImageUrl));
  return { ...told, json: { ...told.json, temporaryImageUrl } };
}

async function upload(service: TestedService, bytes: Uint8Array, type: string): Promise<Answer> {
  const answer = await patiently(() => service.client.upload(bytes, type));
  const isLarge = answer.json?.code === 'payload_too_large';
  return isLarge ? uploadDirectly(service, bytes, type) : answer;
}

/** Uploads and saves as a user does: a large file by a direct upload. */
export async function saveImage(
  service: TestedService,
  bytes: Uint8Array,
  type: string,
): Promise<Saved | Refusal> {
  const { client } = service;
  const uploaded = await upload(service, bytes, type);
  if (uploaded.status !== 200) {
    const { code = '', detail = '' } = uploaded.json ?? {};
    const isFault = uploaded.status >= 500;
    return {
      refused: { code, detail },
      serverErrors: isFault ? [`upload: ${toldOf(uploaded)}`] : [],
    };
  }
  const { temporaryImageUrl } = uploaded.json;
  const saved = await patiently(() => client.call('save-temporary-image', { temporaryImageUrl }));
  const told = await patiently(() => client.call('get-image', { imageId: saved.json?.imageUrl }));
  const failed = [saved, told].find(({ status }) => status !== 200);
  if (failed) throw new Error(`save: ${toldOf(failed)} ${failed.json?.detail ?? ''}`);
  const { width, height } = told.json;
  return { imageUrl: saved.json.imageUrl, width, height };
}
