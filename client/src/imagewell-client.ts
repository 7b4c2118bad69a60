/** The public exports of the package; the only file here that re-exports. */
export { createImagewell, type Imagewell, type ImagewellOptions } from './create-imagewell.ts';
export {
  createImagewellForPeople,
  type ImagewellForPeople,
  type PeopleOptions,
} from './create-imagewell-for-people.ts';
export type * from './generated/calls.ts';
export type { Problem, ProblemCode } from './generated/problem.ts';
export type { OutputFormat, TransformationParameters } from './generated/transformation.ts';
export { MAX_UPLOAD_BYTES } from './generated/upload-rules.ts';
export { type ImageSource, imageUrl, type Transformation } from './image-url.ts';
export { type ErrorCode, ImagewellError } from './imagewell-error.ts';
export { type SignOptions, signImageUrl } from './sign-image-url.ts';
export { DEFAULT_WIDTHS, type SrcSetOptions, srcSet } from './src-set.ts';
export type { UploadCredential, UploadOptions, UploadProgress } from './upload-options.ts';
export { uploadTemporaryImage } from './upload-temporary-image.ts';
export { waitUntilServed } from './wait-until-served.ts';
export type { RetryOptions } from './with-retries.ts';
