import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { createClient, type Repeat } from '../http/client.ts';
import { untilNotBusy } from '../waits/until-not-busy.ts';

/**
 * Requests that may be made again. They read, or the same again answers the same, or a second one
 * only leaves a temporary image, which expires.
 */
const REPEATABLE =
  /^(GET|HEAD|get-.*|list-.*|explain-transformation|save-temporary-image|update-image-metadata|upload-temporary-image|create-direct-upload\/.*)$/;

/** Makes a request again while its answer is `503 busy`, if the contract lets a caller do so. */
export const repeatWhileBusy: Repeat = (name, ask) =>
  REPEATABLE.test(name) ? untilNotBusy(ask) : ask();

/**
 * A client that asks again while the answer is `503 busy`, where the contract lets a caller do so
 * (errors.busy, errors.nothing-left, saving.idempotent). A busy machine loses no journey to it.
 */
export const createPatientClient = (credentials: Credentials) =>
  createClient(credentials, repeatWhileBusy);
