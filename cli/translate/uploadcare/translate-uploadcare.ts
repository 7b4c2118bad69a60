import { createDraft, translationOf } from '../draft.ts';
import { decoded, REASONS, splitAddress } from '../read-values.ts';
import { applyRule } from '../rule.ts';
import { AddressError, type Translation } from '../translation.ts';
import { applyCorners, UPLOADCARE_RULES, type UploadcareBox } from './uploadcare-rules.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Reads an address of Uploadcare: its image is the UUID. Throws an AddressError without one. */
export function translateUploadcare(address: string): Translation {
  const { path, pairs } = splitAddress(address);
  const [first = '', ...operations] = `${path}/`.split('/-/');
  const name = first.split('/')[0] ?? '';
  if (!UUID.test(name)) throw new AddressError('The address has no UUID of an image.');
  const draft = createDraft();
  const box: UploadcareBox = {};
  for (const [at, operation] of operations.entries()) {
    const [sent = '', ...values] = operation.split('/').filter((part) => part !== '');
    // a file name may follow the last operation
    const isFile =
      at === operations.length - 1 && !address.endsWith('/') && /\./.test(values.at(-1) ?? '');
    const value = (isFile ? values.slice(0, -1) : values).join('/');
    applyRule(UPLOADCARE_RULES, sent, [draft, decoded(value), box]);
  }
  applyCorners(draft, box);
  for (const [parameter] of pairs) {
    const isSigned = ['token', 'signature', 'expire'].includes(parameter);
    draft.note(`?${parameter}`, 'dropped', isSigned ? REASONS.signature : REASONS.cacheBuster);
  }
  return translationOf(draft, name);
}
