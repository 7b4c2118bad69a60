import type { InputOf, ResultOf } from '../../api/call-types.ts';
import { detectFormat } from '../../codecs/detect-format.ts';
import { LIMITS } from '../../foundation/limits.ts';
import { ServiceError } from '../../foundation/service-error.ts';
import { cleanFilename, filenameOfSource } from '../../images/filename.ts';
import { describeForeignBytes } from '../../images/foreign-upload.ts';
import { contentTypeOf } from '../../images/upload-type.ts';
import type { Services } from '../../ports/services.ts';
import type { RemoteFault, RemoteFile } from '../../ports/uploads/remote-files.ts';
import type { Caller } from '../access/authenticate.ts';
import { keepUpload, type UploadNeeds } from './upload-temporary-image.ts';

const FAULT_DETAILS: Readonly<Record<RemoteFault, string>> = {
  timed_out: `The file did not arrive within ${LIMITS.sourceTimeoutMs / 1000} seconds.`,
  name_not_found: 'The host name of the URL was not found.',
  connection_failed: 'The connection failed, or it ended before the file was complete.',
  unexpected_status: 'The server did not answer with 200.',
  too_many_redirects: `The URL redirects more than ${LIMITS.maxSourceRedirects} times.`,
  content_encoded: 'The server sent the file compressed, though it was asked not to.',
};

/** The bytes of the file; each other outcome is thrown. */
function bytesOf(file: RemoteFile): Extract<RemoteFile, { outcome: 'read' }> {
  if (file.outcome === 'read') return file;
  if (file.outcome === 'not_allowed') {
    throw new ServiceError('url_not_allowed', { detail: file.detail });
  }
  if (file.outcome === 'too_large') {
    const maxBytes = LIMITS.maxSourceBytes;
    throw new ServiceError('payload_too_large', {
      detail: `The file at a URL may have at most ${maxBytes} bytes.`,
      hint: 'Make the image smaller before the upload.',
      members: { maxBytes },
    });
  }
  const { fault, status } = file;
  const found = status === null ? '' : ` Its status is ${status}.`;
  throw new ServiceError('url_unreachable', {
    detail: FAULT_DETAILS[fault] + found,
    members: { reason: fault },
  });
}

/** The type by the bytes: a server's Content-Type proves nothing. */
function typeOfBytes(bytes: Uint8Array): string {
  const format = detectFormat(bytes);
  if (format) return contentTypeOf(format);
  const found = describeForeignBytes(bytes)?.looksLike;
  throw new ServiceError('invalid_image', {
    detail: `The file at the URL is of no accepted type${found ? `: ${found}` : ''}.`,
    hint: 'Use the URL of the image itself, not of the page that shows it.',
  });
}

/**
 * Reads the image at a public https URL and keeps it as an upload (uploads.from-url). Throws
 * url_not_allowed, url_unreachable and the errors of an upload.
 */
export async function uploadFromUrl(
  services: UploadNeeds & Pick<Services, 'remoteFiles'>,
  caller: Caller,
  { url, originalFilename }: InputOf<'uploadFromUrl'>,
): Promise<ResultOf<'uploadFromUrl'>> {
  const maxBytes = LIMITS.maxSourceBytes;
  const { bytes, disposition } = bytesOf(await services.remoteFiles.read(url, maxBytes));
  const named = cleanFilename(originalFilename) ?? filenameOfSource(url, disposition);
  const sent = { bytes, contentType: typeOfBytes(bytes) };
  return keepUpload(services, caller, { sent, originalFilename: named, maxBytes });
}
