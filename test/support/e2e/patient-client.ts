import type { Credentials } from '../../../local/data-folder/data-folder.ts';
import { createClient, type Repeat } from '../http/client.ts';
import { untilNotBusy } from '../waits/until-not-busy.ts';

const IDEMPOTENT = [
  'GET',
  'HEAD',
  'explain-transformation',
  'save-temporary-image',
  'update-image-metadata',
];
/** A second one only leaves a temporary image behind, which expires. */
const LEAVES_TEMPORARY = ['upload-temporary-image', 'create-direct-upload'];
const REPEATABLE = new Set([...IDEMPOTENT, ...LEAVES_TEMPORARY]);

/** Requests that may be made again, because the same again answers the same. */
function isRepeatable(name: string): boolean {
  const [call = ''] = name.split('/');
  return REPEATABLE.has(call) || call.startsWith('get-') || call.startsWith('list-');
}

/** Makes a request again while its answer is `503 busy`, if the contract lets a caller do so. */
export const repeatWhileBusy: Repeat = (name, ask) =>
  isRepeatable(name) ? untilNotBusy(ask) : ask();

/**
 * A client that asks again while the answer is `503 busy`, where the contract lets a caller do so
 * (errors.busy, errors.nothing-left, saving.idempotent). A busy machine loses no journey to it.
 */
export const createPatientClient = (credentials: Credentials) =>
  createClient(credentials, repeatWhileBusy);
