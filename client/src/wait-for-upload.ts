import type { GetDirectUploadAnswer, GetProjectUploadRequest } from './generated/calls.ts';
import { ImagewellError } from './imagewell-error.ts';
import { postUpload } from './post-upload.ts';
import { sleep } from './sleep.ts';
import type { CallOptions } from './upload-options.ts';

export type WaitOptions = CallOptions & { readonly temporaryImageUrl: string };

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 3_000;
/** Several times the validation time of the largest image, as it may wait in a queue. */
const PATIENCE_MS = 90_000;

/** The state of the upload; null where the service can't say it now. */
async function ask(options: WaitOptions): Promise<GetDirectUploadAnswer | null> {
  const { temporaryImageUrl, projectId } = options;
  const named: Partial<GetProjectUploadRequest> = projectId === undefined ? {} : { projectId };
  const body = JSON.stringify({ ...named, temporaryImageUrl });
  const headers = { 'Content-Type': 'application/json' };
  try {
    return await postUpload(options, 'state', { headers, body });
  } catch (error) {
    const { status = 0 } = error as Partial<ImagewellError>;
    if (status === 429 || status >= 500) return null;
    throw error;
  }
}

/** The errors with which the service answers the saving of such an upload. */
const ENDS = {
  pending: ['temporary_image_pending', 409, 'The image is still being validated. Ask again later.'],
  refused: ['temporary_image_refused', 422, 'The uploaded image was rejected.'],
  expired: ['temporary_image_expired', 410, 'Upload the image again.'],
} as const;

function endOf(state: keyof typeof ENDS, reason: string | null = null): ImagewellError {
  const [code, status, detail] = ENDS[state];
  return new ImagewellError({ code, status, detail: reason ?? detail });
}

/**
 * Waits until a direct upload is validated, and returns its temporary image; a page that was closed
 * meanwhile may call it again. Throws an ImagewellError if the image is refused, expired or still
 * pending after 90 seconds, and the reason of an aborted signal.
 */
export async function waitForUpload(options: WaitOptions): Promise<GetDirectUploadAnswer> {
  let pause = FIRST_PAUSE_MS;
  for (let waited = 0; waited < PATIENCE_MS; waited += pause) {
    const answer = await ask(options);
    if (answer?.state === 'temporary') return answer;
    if (answer && answer.state !== 'pending') throw endOf(answer.state, answer.detail);
    await sleep(pause, options.signal);
    pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS);
  }
  throw endOf('pending');
}
