import { CREDIT_CHOICES } from '../../core/codecs/credit/credit.ts';
import { type DirectUpload, REFUSAL_REASONS } from '../../core/images/direct-upload.ts';
import { DEFAULT_SETTINGS } from '../../core/projects/project-settings.ts';
import {
  CONVERTED_FORMATS,
  type SentFormat,
  UPLOAD_FORMATS,
} from '../../core/transform/formats.ts';
import {
  type ColumnsOf,
  fields,
  number,
  oneOf,
  orNull,
  text,
  withDefault,
  wordOf,
} from './columns.ts';
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
  // uploads may be older than the setting
  credit: withDefault(oneOf(CREDIT_CHOICES), DEFAULT_SETTINGS.credit),
  originalFilename: orNull(text),
  createdAt: number,
  pendingUntil: number,
  expiresAt: number,
  reason: orNull(oneOf(REFUSAL_REASONS)),
  detail: orNull(text),
  // earlier versions wrote none
  judging: orNull(fields({ etag: text, openTries: number, since: number })),
} satisfies ColumnsOf<DirectUpload>;
