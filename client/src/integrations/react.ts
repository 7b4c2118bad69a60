/** What `imagewell-client/react` has; it re-exports as the package's main file does. */
export { Image, type ImageProps } from '../react/image.ts';
export {
  type Upload,
  type UploadState,
  type UseUploadOptions,
  useUpload,
} from '../react/use-upload.ts';
