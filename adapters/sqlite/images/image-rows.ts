import type { ImageId, TemporaryImageId } from '../../../core/images/ids.ts';
import type {
  Image,
  ImageState,
  PictureFacts,
  TemporaryImage,
  TemporaryState,
} from '../../../core/images/image-states.ts';
import type { TakeDown } from '../../../core/images/takedown.ts';

export interface TemporaryRow {
  readonly temporary_image_id: TemporaryImageId;
  readonly image_id: ImageId;
  readonly project_id: string;
  readonly account_id: string;
  readonly state: TemporaryState;
  readonly created_at: number;
  readonly expires_at: number;
  readonly is_saved: number;
  readonly facts: string;
  /** As JSON. */
  readonly taken_down: string | null;
}

export interface ImageRow {
  readonly image_id: ImageId;
  readonly project_id: string;
  readonly account_id: string;
  readonly temporary_image_id: TemporaryImageId;
  readonly state: ImageState;
  readonly created_at: number;
  readonly deleted_at: number | null;
  readonly metadata: string;
  readonly saved_metadata: string;
  readonly version: number;
  readonly generation: number;
  readonly facts: string;
  /** As JSON. */
  readonly taken_down: string | null;
}

/** The facts of a picture as they are stored, as one JSON text: no query asks for one of them. */
export function factsText(picture: PictureFacts): string {
  const { format, width, height, bytes, sha256, frames, hasAlpha, originalFilename } = picture;
  return JSON.stringify({
    format,
    width,
    height,
    bytes,
    sha256,
    frames,
    hasAlpha,
    originalFilename,
  } satisfies PictureFacts);
}

function takenDownOf({ taken_down }: Pick<ImageRow, 'taken_down'>) {
  return taken_down === null ? {} : { takenDown: JSON.parse(taken_down) as TakeDown };
}

/** A row as the record that it holds. */
export function temporaryOfRow(row: TemporaryRow): TemporaryImage {
  return {
    ...(JSON.parse(row.facts) as PictureFacts),
    temporaryImageId: row.temporary_image_id,
    imageId: row.image_id,
    projectId: row.project_id,
    accountId: row.account_id,
    state: row.state,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    isSaved: row.is_saved === 1,
    ...takenDownOf(row),
  };
}

/** A row as the record that it holds. */
export function imageOfRow(row: ImageRow): Image {
  return {
    ...(JSON.parse(row.facts) as PictureFacts),
    imageId: row.image_id,
    projectId: row.project_id,
    accountId: row.account_id,
    temporaryImageId: row.temporary_image_id,
    state: row.state,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    metadata: JSON.parse(row.metadata),
    savedMetadata: JSON.parse(row.saved_metadata),
    version: row.version,
    generation: row.generation,
    ...takenDownOf(row),
  };
}
