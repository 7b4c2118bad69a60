import type { FindFaults } from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import { readSearch } from '../images/search/words.ts';
import { UPLOAD_FORMATS, type UploadFormat } from '../transform/formats.ts';
import { validatedParts, validatedValue } from './fields.ts';

/** A text with a word. */
const HAS_WORD = '[\\p{L}\\p{M}\\p{N}]';

const { maxSearchedWords, maxSearchLength } = LIMITS;

function findSearchFault(sent: unknown) {
  if (typeof sent !== 'string') {
    return { code: 'invalid_type', detail: 'This field must be a string.' };
  }
  if ([...sent].length > maxSearchLength) {
    const detail = `A search may have at most ${maxSearchLength} characters.`;
    return { code: 'too_long', detail };
  }
  const { length } = readSearch(sent);
  if (length > 0 && length <= maxSearchedWords) return undefined;
  const detail = `A search must have 1 to ${maxSearchedWords} different words of letters or digits; this one has ${length}.`;
  return { code: 'invalid_count', detail };
}

/** The words of a search (calls.search). */
export function searchField(description: string) {
  return validatedValue<string>(findSearchFault, {
    type: 'string',
    minLength: 1,
    maxLength: maxSearchLength,
    pattern: HAS_WORD,
    description,
  });
}

const KNOWN_FORMATS = `Formats of saved images: ${UPLOAD_FORMATS.join(', ')}.`;

const findFormatFaults: FindFaults = (sent, pointer, faults) => {
  const add = (at: string, code: string, detail: string) =>
    faults.add(() => ({ pointer: pointer + at, code, detail }));
  if (!Array.isArray(sent)) {
    add('', 'invalid_type', 'This field must be a list of formats.');
    return;
  }
  if (sent.length === 0) add('', 'invalid_count', 'Name a format, or omit the field for all.');
  const seen = new Set<unknown>();
  for (const [at, format] of sent.entries()) {
    const isKnown = UPLOAD_FORMATS.some((known) => known === format);
    if (!isKnown) add(`/${at}`, 'unknown_format', KNOWN_FORMATS);
    else if (seen.has(format)) add(`/${at}`, 'duplicate', 'The list contains this format twice.');
    seen.add(format);
  }
};

/** Formats of stored images, of which one is enough. */
export function formatsField(description: string) {
  return validatedParts<readonly UploadFormat[]>(findFormatFaults, {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: 'string', enum: [...UPLOAD_FORMATS] },
    description,
  });
}

const SHA_256 = /^[0-9a-f]{64}$/;

/** A SHA-256 as get-image answers it. */
export function sha256Field(description: string) {
  const detail = 'This field must be a SHA-256: 64 characters of 0-9 and a-f.';
  return validatedValue<string>(
    (sent) =>
      typeof sent === 'string' && SHA_256.test(sent)
        ? undefined
        : { code: 'invalid_value', detail },
    { type: 'string', pattern: SHA_256.source, description },
  );
}
