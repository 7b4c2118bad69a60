import { LIMITS } from '../generated/rules.ts';

const KEY = new RegExp(`^[a-z][a-z0-9_]{0,${LIMITS.maxMetadataKeyLength - 1}}$`);

/** Whether a text can be a metadata key. */
export const isKey = (text: string) => KEY.test(text);

/** The nearest text that can be a key: `Product ID` is `product_id`; empty if there is none. */
export function fixKey(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, LIMITS.maxMetadataKeyLength)
    .replace(/_+$/, '');
}

/** Characters as the service counts them. */
export const lengthOf = (text: string) => [...text].length;
