import type { FakeService } from './fake-service.ts';

/** The state of a direct upload, as the fake service answers it. */
export interface FakeUploadState {
  readonly state: string;
  readonly reason?: string;
  readonly detail?: string;
}

/** A storage of direct uploads: the bytes of each that was sent, and the answers to its state. */
export interface FakeStorage {
  readonly stored: number[];
  readonly temporaryImageUrl: string;
  /** The state of each upload from now on. */
  state: FakeUploadState;
  /** The states of the next questions, before `state` is answered. */
  readonly next: FakeUploadState[];
}

/** Answers the forms of direct uploads, takes their bytes, and answers their states. */
export function answerDirectUploads(service: FakeService): FakeStorage {
  const storage: FakeStorage = {
    stored: [],
    temporaryImageUrl: `${service.url}/res/tmp_${'d'.repeat(26)}.jpg`,
    state: { state: 'temporary' },
    next: [],
  };
  const { stored, next, temporaryImageUrl } = storage;
  const promised = { temporaryImageUrl, expiresAt: '2026-11-23T09:00:00.000Z' };
  service.serve('/store/', (request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () => {
      stored.push(bytes);
      response.writeHead(204).end();
    });
  });
  service.answer('create-project-upload', () => ({
    body: { ...promised, url: `${service.url}/store/`, fields: { key: 'incoming/one' } },
  }));
  service.answer('get-project-upload', () => ({
    body: { ...promised, reason: null, detail: null, ...(next.shift() ?? storage.state) },
  }));
  return storage;
}
