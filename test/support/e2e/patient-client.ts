import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { createClient, type Repeat } from '../http/client.ts';
import { untilNotBusy } from '../waits/until-not-busy.ts';

/** Requests that may be made again: they read, or the same again answers the same. */
const REPEATABLE = /^(GET|HEAD|get-.*|list-.*|explain-transformation|save-temporary-image)$/;

const repeatReads: Repeat = (name, ask) => (REPEATABLE.test(name) ? untilNotBusy(ask) : ask());

/**
 * A client that asks again while the answer is `503 busy`, where the contract lets a caller do so
 * (errors.busy, saving.idempotent). A busy machine loses no journey to it.
 */
export const createPatientClient = (credentials: Credentials) =>
  createClient(credentials, repeatReads);
