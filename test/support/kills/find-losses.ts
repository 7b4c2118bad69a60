import { createHash } from 'node:crypto';
import type { StartedService } from '../service/start-service.ts';
import { createDirectUploads } from '../stores/direct-upload.ts';
import { untilNotBusy } from '../waits/until-not-busy.ts';
import { type ClientUser, createClientUser } from './client-user.ts';
import { type Entry, highestSteps, nameOf, REMOVED, type Subject } from './journal.ts';

interface Reader {
  readonly service: StartedService;
  readonly user: ClientUser;
  readonly id: string;
}

/** The step that the service shows; a sentence where it shows what no step is. */
type Observe = (reader: Reader) => Promise<number | string>;

async function imageStep({ user, id }: Reader): Promise<number | string> {
  const { status, bytes, headers } = await user.client.get(`/res/${id}.jpg`);
  if (status === 404) return REMOVED;
  const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;
  if (status !== 200) return `is ${status}`;
  return headers.get('etag') === etag ? 1 : 'is torn';
}

const OBSERVE: Readonly<Record<Subject, Observe>> = {
  upload: async ({ service, id }) => {
    const found = createDirectUploads(service).validated(id);
    const { status } = await found.catch(() => ({ status: 'never validated' }));
    if (status === 200) return 1;
    return status === 404 ? REMOVED : `is ${status}`;
  },
  image: imageStep,
  metadata: async ({ user, id }) => {
    const { status, json } = await user.client.call('get-image', { imageId: id });
    if (status === 404) return REMOVED;
    return status === 200 ? Number(json.metadata.step ?? 0) : `is ${status}`;
  },
  project: async ({ user }) => {
    const { json } = await user.inProject('get-project');
    return Number(/^step-(\d+)$/.exec(json.name)?.[1] ?? 0);
  },
  webhook: async ({ user, id }) => {
    const { json } = await user.inProject('list-webhooks');
    const found = json.webhooks.find(({ webhookId }: { webhookId: string }) => webhookId === id);
    return found ? Number(new URL(found.url).pathname.slice(1)) : REMOVED;
  },
  key: async ({ user, id }) => {
    const { status } = await user.client.call('get-usage', {}, { 'X-API-Key': id });
    if (status === 200) return 1;
    return status === 401 ? REMOVED : `is ${status}`;
  },
  invitation: async ({ user, id }) => {
    const { json } = await user.inProject('list-invitations');
    const ids = json.invitations.map(({ invitationId }: { invitationId: string }) => invitationId);
    return ids.includes(id) ? 1 : REMOVED;
  },
  rendition: async ({ user, id }) => {
    const { status, bytes } = await untilNotBusy(() => user.client.get(`/res/${id}`));
    if (status === 404) return REMOVED;
    return status === 200 && bytes.length > 0 ? 1 : `is ${status}`;
  },
  usage: async ({ user, id }) => {
    const { json } = await user.client.call('get-usage', {});
    return json[id].used;
  },
};

/** The image that a subject ends with, if there is one. */
function imageOf({ subject, id }: Entry): string | undefined {
  if (subject === 'metadata') return id;
  return subject === 'rendition' ? id.split('.', 1)[0] : undefined;
}

/** Others may count meanwhile. */
const NO_END = Number.MAX_SAFE_INTEGER;

/** A change of metadata and a rendition end with their image. */
function highestIntent(entry: Entry, intents: ReadonlyMap<string, Entry>): number {
  const own = intents.get(nameOf(entry))?.step ?? entry.step;
  if (entry.subject === 'usage') return NO_END;
  const imageId = imageOf(entry);
  if (imageId === undefined) return Math.max(own, entry.step);
  const image = intents.get(nameOf({ subject: 'image', id: imageId }));
  return Math.max(own, image?.step === REMOVED ? REMOVED : 0);
}

/**
 * The steps of a journal that the service has lost or undone, each as a sentence. Clients may
 * continue meanwhile. So the observed step lies between the last one acknowledged before and the
 * last one begun by the end of the observation. `readLater` has the journal at that end.
 */
export async function findLosses(
  service: StartedService,
  before: readonly Entry[],
  readLater: () => Promise<readonly Entry[]>,
): Promise<{ losses: string[]; checked: number }> {
  const users = new Map<number, ClientUser>();
  const userOf = (number: number) => {
    const user = users.get(number) ?? createClientUser(service, number);
    users.set(number, user);
    return user;
  };
  const acknowledged = [...highestSteps(before, ['done']).values()];
  const observed: [Entry, number | string][] = [];
  for (const entry of acknowledged) {
    const reader = { service, user: userOf(entry.client), id: entry.id };
    observed.push([entry, await OBSERVE[entry.subject](reader)]);
  }
  const intents = highestSteps(await readLater(), ['intent', 'done']);
  const losses = observed.flatMap(([entry, step]) => {
    const last = highestIntent(entry, intents);
    if (typeof step === 'number' && step >= entry.step && step <= last) return [];
    const found = typeof step === 'number' ? `is at step ${step}` : step;
    return [`${nameOf(entry)} ${found}, acknowledged ${entry.step}, begun ${last}`];
  });
  return { losses, checked: acknowledged.length };
}
