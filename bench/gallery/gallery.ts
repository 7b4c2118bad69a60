import { createHash } from 'node:crypto';
import { encodeIdBytes } from '../../core/images/ids.ts';
import type { Image } from '../../core/images/image-states.ts';
import type { Project } from '../../core/projects/project.ts';
import type { CallName } from './call-name.ts';

const BEGIN = Date.UTC(2026, 0, 1);
const ALBUM_SIZE = 50;

export type Owner = Pick<Project, 'projectId' | 'accountId'>;

/** A project of `size` images, and a way to call it. */
export interface Gallery {
  readonly size: number;
  readonly owner: Owner;
  call(name: CallName, body: object): Promise<unknown>;
  /** Puts the nth image back as it was, past the store. */
  restore(nth: number): Promise<void>;
  close(): Promise<void>;
}

const ORIGINAL_BYTES = 4_096;

/** The bytes that the nth image's original has where a gallery has originals. */
export function originalAt(nth: number): Buffer {
  return Buffer.alloc(ORIGINAL_BYTES, `image ${nth} `);
}

/**
 * The nth image, the same in every store. Its id is random, its time is after those before it. An
 * album has 50 images, a kind half of all.
 */
export function imageAt(nth: number, owner: Owner): Image {
  const random = encodeIdBytes(createHash('sha256').update(`${nth}`).digest());
  const metadata = {
    album: `album_${Math.floor(nth / ALBUM_SIZE)}`,
    kind: nth % 2 ? 'photo' : 'drawing',
    product_id: `product_${nth}`,
  };
  return {
    imageId: `img_${random}`,
    temporaryImageId: `tmp_${random}`,
    state: 'saved',
    projectId: owner.projectId,
    accountId: owner.accountId,
    createdAt: BEGIN + nth,
    deletedAt: null,
    version: 1,
    generation: 0,
    metadata,
    savedMetadata: metadata,
    savedFocalPoint: null,
    focalPoint: null,
    originalFilename: `image ${nth}.jpg`,
    convertedFrom: null,
    lost: null,
    hasWideGamut: null,
    hasGainMap: false,
    credit: null,
    format: 'jpg',
    width: 4000,
    height: 3000,
    bytes: ORIGINAL_BYTES,
    frames: 1,
    hasAlpha: false,
    mainColor: '#c04a1f',
    thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
    sha256: createHash('sha256').update(originalAt(nth)).digest('hex'),
  };
}
