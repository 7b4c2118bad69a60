import { createHash } from 'node:crypto';
import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import type { TemporaryImageId } from '../../../core/images/ids.ts';
import { originalObjectKey } from '../../../core/images/object-keys.ts';
import type { ObjectStore } from '../../../core/ports/images/object-store.ts';
import type { Services } from '../../../core/ports/services.ts';
import type { IncomingObjects } from '../../../core/ports/uploads/incoming-objects.ts';
import { createHandler as createUploadKeyCalls } from '../../../lambdas/api/upload-key-calls.ts';
import { createHandler as createAccept } from '../../../lambdas/background/accept-direct-upload.ts';
import { makeApiEvent } from '../http/api-event.ts';
import { makeContext, type TestServices } from './make-services.ts';

/** A bucket as S3 has it: a later write under a key takes the place of the one before. */
export interface FakeBucket extends IncomingObjects {
  /** An act of a form's holder; the entity tag. */
  write(id: TemporaryImageId, bytes: Uint8Array): string;
  readonly keys: () => string[];
}

/** An empty bucket in memory. */
export function createFakeBucket(): FakeBucket {
  const objects = new Map<string, { etag: string; bytes: Uint8Array }>();
  return {
    write(id, bytes) {
      const etag = createHash('md5').update(bytes).digest('hex');
      objects.set(id, { etag, bytes });
      return etag;
    },
    keys: () => [...objects.keys()],
    get: async (id, etag) => {
      const found = objects.get(id);
      if (found?.etag !== etag) return undefined;
      const body = (async function* () {
        yield found.bytes;
      })();
      return { bytes: found.bytes.length, body };
    },
    remove: async (id) => void objects.delete(id),
  };
}

/** Objects in memory, each call immediate: the order of a scheduler must not depend on a disk. */
export function createFakeObjects(): ObjectStore {
  const objects = new Map<string, Uint8Array>();
  const put = async (key: string, bytes: Uint8Array) => void objects.set(key, bytes);
  return {
    put,
    putNew: async (key, bytes) => {
      if (objects.has(key)) return false;
      objects.set(key, bytes);
      return true;
    },
    get: async (key) => {
      const bytes = objects.get(key);
      const body = (async function* () {
        if (bytes) yield bytes;
      })();
      return bytes && { bytes: bytes.length, body };
    },
    copy: async () => false,
    remove: async (key) => void objects.delete(key),
    removeAll: async () => objects.clear(),
  };
}

/** S3's notification of some writes, in the messages that a queue hands over. */
export function arrivalEvent(id: string, etags: readonly string[]) {
  const Records = etags.map((eTag, at) => ({
    messageId: String(at),
    body: JSON.stringify({ Records: [{ s3: { object: { key: id, eTag } } }] }),
  }));
  return { Records } as never;
}

/** Notifies the validator of some writes; returns the messages that it gave back. */
export async function tellOf(services: Services, id: string, etags: readonly string[]) {
  const { batchItemFailures } = await createAccept(services)(arrivalEvent(id, etags));
  return batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
}

/** Asks for a form by the handler; the id of the temporary image that it promises. */
export async function promise(
  { services, credentials }: Pick<TestServices, 'services' | 'credentials'>,
  wish: object,
): Promise<TemporaryImageId> {
  const event = makeApiEvent(ENDPOINTS.createDirectUpload, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wish),
    uploadKey: credentials.uploadKey,
  });
  const { statusCode, body } = await createUploadKeyCalls(services)(event, makeContext());
  if (statusCode !== 200) throw new Error(body);
  return JSON.parse(body).fields.key;
}

/**
 * The fault of a direct upload after all its messages were processed; an empty text if it has none.
 */
export async function findFault(
  { images, directUploads, objects }: Services,
  bucket: FakeBucket,
  id: TemporaryImageId,
): Promise<string> {
  const upload = await directUploads.get(id);
  const image = await images.getTemporaryImage(id);
  const stored = await objects.get(originalObjectKey(id));
  const hash = createHash('sha256');
  for await (const chunk of stored?.body ?? []) hash.update(chunk);
  if (upload?.state === 'pending') return 'it is pending for ever';
  if (upload?.state === 'refused' && (image || stored)) return 'refused, and yet there';
  if (upload?.state === 'accepted' && image?.sha256 !== hash.digest('hex')) {
    return 'the record tells of other bytes than those stored';
  }
  return bucket.keys().length > 0 ? 'what came in is still there' : '';
}
