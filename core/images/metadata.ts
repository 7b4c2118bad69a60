import type { FindFaults } from '../foundation/fault-list.ts';
import { pointerStep } from '../foundation/json-pointer.ts';
import { LIMITS } from '../foundation/limits.ts';
import type { FieldFault } from '../foundation/service-error.ts';

/** Flat: keys by METADATA_KEY_PATTERN, values strings. */
export type Metadata = Readonly<Record<string, string>>;
/** As it is sent: null deletes a key. */
export type MetadataChange = Readonly<Record<string, string | null>>;

/** One key with its value. */
export interface MetadataPair {
  readonly key: string;
  readonly value: string;
}

/** (metadata.keys) */
export const METADATA_KEY_PATTERN = `^[a-z][a-z0-9_]{0,${LIMITS.maxMetadataKeyLength - 1}}$`;
const KEY = new RegExp(METADATA_KEY_PATTERN);

function findValueFault(value: unknown): Pick<FieldFault, 'code' | 'detail'> | undefined {
  if (value === null) return undefined;
  if (typeof value !== 'string') {
    return {
      code: 'invalid_type',
      detail: 'A metadata value must be a string, or null to delete the key.',
    };
  }
  if (!value.isWellFormed()) {
    return {
      code: 'invalid_unicode',
      detail: 'A metadata value must be valid Unicode; this one has a lone surrogate.',
    };
  }
  if ([...value].length <= LIMITS.maxMetadataValueLength) return undefined;
  return {
    code: 'too_long',
    detail: `A metadata value may have at most ${LIMITS.maxMetadataValueLength} characters.`,
  };
}

const KEY_FAULT =
  `A metadata key must have 1 to ${LIMITS.maxMetadataKeyLength} characters of a-z, 0-9 and _, ` +
  'starting with a letter.';

// a longer key is none of a metadata key's spellings
const MAX_MENDED_LENGTH = 60;

/** The rule, and the nearest key by it where one is near: `alt-text` is meant as `alt_text`. */
function describeKeyFault(key: string): string {
  if (key.length > MAX_MENDED_LENGTH) return KEY_FAULT;
  const words = key.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
  const near = words.replaceAll(/[^a-z0-9_]+/g, '_').replaceAll(/^[^a-z]+|_+$/g, '');
  return KEY.test(near) ? `${KEY_FAULT} Did you mean ${near}?` : KEY_FAULT;
}

/** Tells every fault of a metadata object that was sent, at `pointer`. */
export const findMetadataFaults: FindFaults<Readonly<Record<string, unknown>>> = (
  sent,
  pointer,
  faults,
) => {
  for (const [key, value] of Object.entries(sent)) {
    const at = () => pointer + pointerStep(key);
    if (!KEY.test(key)) {
      faults.add(() => ({ pointer: at(), code: 'invalid_key', detail: describeKeyFault(key) }));
    }
    const fault = findValueFault(value);
    if (fault) faults.add(() => ({ pointer: at(), ...fault }));
  }
};

function isKept(entry: [string, string | null]): entry is [string, string] {
  return entry[1] !== null;
}

/** The metadata that `set` or a save comes to: nulls left out (metadata.null). */
export function metadataFrom(sent: MetadataChange): Metadata {
  return Object.fromEntries(Object.entries(sent).filter(isKept));
}

/** The metadata that `add` comes to: other keys stay, nulls delete. */
export function addMetadata(metadata: Metadata, added: MetadataChange): Metadata {
  return metadataFrom({ ...metadata, ...added });
}

/** The fault of a resulting metadata with too many keys (metadata.max-keys). */
export function findKeyCountFault(metadata: Metadata, pointer: string): FieldFault | undefined {
  const count = Object.keys(metadata).length;
  if (count <= LIMITS.maxMetadataKeys) return undefined;
  return {
    pointer,
    code: 'too_many_keys',
    detail: `An image may have at most ${LIMITS.maxMetadataKeys} metadata keys; this request would result in ${count}.`,
  };
}

/** Whether two metadata are the same, the order of keys aside. */
export function isSameMetadata(a: Metadata, b: Metadata): boolean {
  const pairs = pairsOf(a);
  return pairs.length === Object.keys(b).length && pairs.every((pair) => hasPair(b, pair));
}

/** The pairs of a metadata. */
export function pairsOf(metadata: Metadata): MetadataPair[] {
  return Object.entries(metadata).map(([key, value]) => ({ key, value }));
}

/** Whether a metadata has the pair. */
export function hasPair(metadata: Metadata, { key, value }: MetadataPair): boolean {
  return Object.hasOwn(metadata, key) && metadata[key] === value;
}

/** What an index of pairs has to drop and to take in where one metadata follows on another. */
export function changedPairs(
  before: Metadata,
  after: Metadata,
): { readonly dropped: MetadataPair[]; readonly added: MetadataPair[] } {
  return {
    dropped: pairsOf(before).filter((pair) => !hasPair(after, pair)),
    added: pairsOf(after).filter((pair) => !hasPair(before, pair)),
  };
}
