import type { DiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { createFolderObjectStore } from '../../adapters/folder/object-store.ts';
import { originalObjectKey } from '../../core/images/object-keys.ts';
import type { ObjectStore } from '../../core/ports/images/object-store.ts';
import { objectsPath } from '../data-folder/data-paths.ts';
import type { ObjectsPlace } from '../settings/objects-place.ts';
import { createS3PlaceStore } from './s3-objects.ts';

/** Where the image files of a service are. */
export interface ObjectsSettings {
  readonly dataDir: string;
  /** Undefined: in the data folder. */
  readonly objects?: ObjectsPlace | undefined;
}

/** The store of the image files: the data folder, or a bucket. */
export function createLocalObjects(
  { dataDir, objects }: ObjectsSettings,
  reserve: DiskReserve,
): ObjectStore {
  if (objects !== undefined) return createS3PlaceStore(objects);
  return createFolderObjectStore(objectsPath(dataDir), reserve);
}

/** Asks a bucket for an object that isn't there; resolves if it answers, or if there is none. */
export function createObjectsProbe({ objects }: ObjectsSettings): () => Promise<void> {
  if (objects === undefined) return async () => undefined;
  const store = createS3PlaceStore(objects);
  const key = originalObjectKey(`img_${'a'.repeat(26)}`);
  return async () => {
    await store.get(key);
  };
}
