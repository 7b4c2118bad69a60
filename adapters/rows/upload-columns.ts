import { type DirectUpload, REFUSAL_REASONS } from '../../core/images/direct-upload.ts';
import {
  CONVERTED_FORMATS,
  type SentFormat,
  UPLOAD_FORMATS,
} from '../../core/transform/formats.ts';
import { type ColumnsOf, fields, number, oneOf, orNull, text, wordOf } from './columns.ts';
import { imageId, temporaryImageId } from './image-columns.ts';

/** The fields of a direct upload, in an item or in a JSON text. */
export const DIRECT_UPLOAD = {
  temporaryImageId,
  imageId,
  projectId: text,
  accountId: text,
  state: wordOf<DirectUpload['state']>({ pending: true, refused: true, accepted: true }),
  format: orNull(oneOf<SentFormat>([...UPLOAD_FORMATS, ...CONVERTED_FORMATS])),
  bytes: number,
  originalFilename: orNull(text),
  createdAt: number,
  pendingUntil: number,
  expiresAt: number,
  reason: orNull(oneOf(REFUSAL_REASONS)),
  detail: orNull(text),
  // earlier versions wrote none
  judging: orNull(fields({ etag: text, openTries: number, since: number })),
} satisfies ColumnsOf<DirectUpload>;
