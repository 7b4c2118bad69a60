import type { GetDirectUploadResult } from './generated/calls.ts';
import { ImagewellError } from './imagewell-error.ts';
import { postFields } from './post-upload.ts';
import { sleep } from './sleep.ts';
import type { CallOptions } from './upload-options.ts';

export type WaitOptions = CallOptions & { readonly temporaryImageUrl: string };

const FIRST_PAUSE_MS = 400;
const LONGEST_PAUSE_MS = 3_000;
/** Several times the validation time of the largest image, as it may wait in a queue. */
const PATIENCE_MS = 90_000;

/** Null where the service can't say the state now; else the error is thrown again. */
function unlessBusy(error: ImagewellError): null {
  if (error.status === 429 || error.status >= 500) return null;
  throw error;
}

/** As the service answers the saving of such an upload. */
const STATUS = { pending: 409, refused: 422, expired: 410 } as const;

/** The error of an upload that isn't there to be saved, with the service's reason if it has one. */
function endOf(state: keyof typeof STATUS, detail: string | null): ImagewellError {
  const ended = detail ?? `The upload is ${state}.`;
  return new ImagewellError({
    code: `temporary_image_${state}`,
    status: STATUS[state],
    detail: ended,
  });
}

/**
 * Waits until a direct upload is validated, and returns its temporary image; a page that was closed
 * meanwhile may call it again. Throws an ImagewellError if the image is refused, expired or still
 * pending after 90 seconds, and the reason of an aborted signal.
 */
export async function waitForUpload(options: WaitOptions): Promise<GetDirectUploadResult> {
  const { temporaryImageUrl } = options;
  let waited = 0;
  while (waited < PATIENCE_MS) {
    const asked = postFields<GetDirectUploadResult>(options, 'state', { temporaryImageUrl });
    const answer = await asked.catch(unlessBusy);
    if (answer && answer.state !== 'pending') {
      if (answer.state === 'temporary') return answer;
      throw endOf(answer.state, answer.detail);
    }
    const pause = Math.min(FIRST_PAUSE_MS + waited / 2, LONGEST_PAUSE_MS); // half more each time
    await sleep(pause, options.signal);
    waited += pause;
  }
  throw endOf('pending', null);
}
