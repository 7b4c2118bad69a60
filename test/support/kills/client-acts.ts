import type { Answer } from '../http/client.ts';
import { createDirectUploads, sendForm } from '../stores/direct-upload.ts';
import { attempt } from './attempt.ts';
import { type ClientService, createClientUser } from './client-user.ts';
import { type Entry, note, REMOVED, type Subject } from './journal.ts';

type Send = () => Promise<Pick<Answer, 'status' | 'json'>>;
const pathOf = (url: string) => new URL(url).pathname;
const hookUrl = (step: number) => `https://hooks.example.com/${step}`;

/** The changes that one client makes, each noted in the journal before and after it. */
export function createClientActs(service: ClientService, journal: string, number: number) {
  const user = createClientUser(service, number);
  const { client, inProject } = user;
  const direct = createDirectUploads(service);
  const webhook: { id?: string | undefined } = {};
  const act = (subject: Subject, id: string, step: number) => ({
    client: number,
    subject,
    id,
    step,
  });
  /** The same request once more after a lost answer has the same effect. */
  const set = (subject: Subject, id: string, step: number, send: Send) =>
    attempt(act(subject, id, step), { journal, send, mayRepeat: true });
  const make = (subject: Subject, idOf: (json: Answer['json']) => string, send: Send) =>
    attempt(act(subject, '', 1), { journal, send, mayRepeat: false, idOf });
  const noteIntent = (subject: Subject, id: string, step: number) =>
    note(journal, { ...act(subject, id, step), phase: 'intent' } satisfies Entry);

  const save = (temporaryImageUrl: string) =>
    attempt(act('image', '', 1), {
      journal,
      send: async () => {
        for (;;) {
          const saved = await client.call('save-temporary-image', { temporaryImageUrl });
          if (saved.status !== 409) return saved; // else it is still being validated
        }
      },
      mayRepeat: true,
      idOf: ({ imageId }) => imageId,
    });
  const store = async (bytes: Buffer) => {
    const uploaded = await make(
      'upload',
      ({ temporaryImageUrl }) => pathOf(temporaryImageUrl),
      () => client.upload(bytes),
    );
    const saved = uploaded && (await save(uploaded.temporaryImageUrl));
    if (!saved) return undefined;
    return { imageId: saved.imageId as string, temporary: pathOf(uploaded.temporaryImageUrl) };
  };
  const render = (path: string) => set('rendition', path, 1, () => client.get(`/res/${path}`));
  const remove = async (imageId: string, temporary: string) => {
    noteIntent('upload', temporary, REMOVED);
    await set('image', imageId, REMOVED, () => client.call('delete-image', { imageId }));
  };
  return {
    changeImage: async (bytes: Buffer, round: number) => {
      const stored = await store(bytes);
      if (!stored) return;
      const { imageId } = stored;
      for (const step of [1, 2]) {
        const body = { imageUrl: imageId, set: { step: String(step) } };
        await set('metadata', imageId, step, () => client.call('update-image-metadata', body));
      }
      if (round % 4 === 1) await render(`${imageId}.jpg?width=${5 + (round % 9)}`);
      if (round % 2 === 0) await remove(imageId, stored.temporary);
    },
    /** AVIF of so many pixels is made in the background; another format is served meanwhile. */
    renderLater: async (bytes: Buffer) => {
      const imageId = (await store(bytes))?.imageId;
      if (!imageId) return;
      const accept = { headers: { accept: 'image/avif' } };
      await set('rendition', `${imageId}.auto?quality=50`, 1, () =>
        client.get(`/res/${imageId}.auto?quality=50`, accept),
      );
    },
    /** A count that an answer has named stays at least that high. */
    readUsage: async () => {
      const read = await client.call('get-usage', {}).catch(() => undefined);
      if (read?.status !== 200) return;
      const { transformations, bandwidthBytes } = read.json;
      for (const [id, { used }] of Object.entries({ transformations, bandwidthBytes })) {
        note(journal, { ...act('usage', id, used), phase: 'done' });
      }
    },
    uploadDirectly: async (bytes: Buffer) => {
      const form = await direct.form(bytes.length).catch(() => undefined);
      if (!form) return;
      const sent = await attempt(act('upload', pathOf(form.temporaryImageUrl), 1), {
        journal,
        send: async () => ({ status: (await sendForm(form, bytes)).status, json: undefined }),
        expected: 204,
        mayRepeat: true,
      });
      if (sent) await save(form.temporaryImageUrl);
    },
    changeProject: async (round: number) => {
      await set('project', String(number), round, () =>
        inProject('update-project', { name: `step-${round}` }),
      );
    },
    changeWebhook: async (round: number) => {
      if (!webhook.id) {
        const made = await make(
          'webhook',
          (json) => json.webhook.webhookId,
          () => inProject('create-webhook', { url: hookUrl(1) }),
        );
        webhook.id = made?.webhook.webhookId;
      }
      const { id: webhookId } = webhook;
      if (!webhookId) return;
      const change = { webhookId, url: hookUrl(round + 2) };
      await set('webhook', webhookId, round + 2, () => inProject('update-webhook', change));
      if (round % 8 !== 7) return;
      await set('webhook', webhookId, REMOVED, () => inProject('delete-webhook', { webhookId }));
      webhook.id = undefined;
    },
    changeKeys: async () => {
      const made = await make(
        'key',
        ({ apiKey }) => apiKey,
        () => inProject('create-api-key', { name: 'made by a client' }),
      );
      if (!made) return;
      noteIntent('key', made.apiKey, REMOVED); // by the rotation
      const { keyId } = made.key;
      const rotated = await make(
        'key',
        ({ apiKey }) => apiKey,
        () => inProject('rotate-api-key', { keyId, overlapHours: 0 }),
      );
      if (!rotated) return;
      note(journal, { ...act('key', made.apiKey, REMOVED), phase: 'done' });
      const last = { keyId: rotated.key.keyId };
      await set('key', rotated.apiKey, REMOVED, () => inProject('revoke-api-key', last));
    },
    changeInvitation: async (round: number) => {
      const email = `guest-${number}-${round}@example.com`;
      const made = await make(
        'invitation',
        ({ invitationId }) => invitationId,
        () => inProject('invite-member', { email, role: 'viewer' }),
      );
      if (!made || round % 8 === 2) return;
      const { invitationId } = made;
      await set('invitation', invitationId, REMOVED, () =>
        inProject('revoke-invitation', { invitationId }),
      );
    },
  };
}
