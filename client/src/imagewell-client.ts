/** The public exports of the package; the only file here that re-exports. */
export { countRenditions, type RenditionOptions } from './count-renditions.ts';
export { createImagewell, type Imagewell, type ImagewellOptions } from './create-imagewell.ts';
export {
  createImagewellForUsers,
  type ImagewellForUsers,
  type UserOptions,
} from './create-imagewell-for-users.ts';
export { readFileType } from './file-type.ts';
export type * from './generated/calls.ts';
export type { Problem, ProblemCode } from './generated/problem.ts';
export type { OutputFormat, TransformationParameters } from './generated/transformation.ts';
export { MAX_UPLOAD_BYTES } from './generated/upload-rules.ts';
export type { CdnOptions, ImageSource } from './image-source.ts';
export { imageUrl, type Transformation } from './image-url.ts';
export { type ErrorCode, ImagewellError } from './imagewell-error.ts';
export { fetchPlaceholder, type PlaceholderOptions, placeholderUrl } from './placeholder.ts';
export { type SignOptions, signImageUrl } from './sign-image-url.ts';
export { DEFAULT_WIDTHS, type LadderOptions, type SrcSetOptions, srcSet } from './src-set.ts';
export type { UploadCredential, UploadOptions, UploadProgress } from './upload-options.ts';
export { uploadTemporaryImage } from './upload-temporary-image.ts';
export { type WaitOptions, waitForUpload } from './wait-for-upload.ts';
export type { RetryOptions } from './with-retries.ts';
