import { canonicalAddress } from '../../client/src/generated/canonical-address.ts';
import type { AddressTable } from './address-table.ts';
import { withImages } from './find-images.ts';
import { detectService, SERVICE_ROWS } from './services.ts';
import { AddressError, type Note, type Service, type Translation } from './translation.ts';

/** Browsers and CDNs take no longer addresses. */
export const MAX_ADDRESS_LENGTH = 8_192;

/** The answer to one old address. */
export type TranslatedAddress = { readonly old: string } & (
  | {
      readonly service: Service;
      readonly name: string;
      /** The new address; null without a table, and if the table lacks the image. */
      readonly new: string | null;
      /** The format that the old address names; null if it is the stored one. */
      readonly format: string | null;
      readonly query: string;
      readonly notes: readonly Note[];
      readonly fault?: string;
    }
  | { readonly fault: string }
);

const ANY_ID = `img_${'a'.repeat(26)}`;
const IMAGE_URL = /^(https?:\/\/[^/?#]+)?\/res\/((?:img|tmp)_[a-z2-7]{26}(?:\/[^/?#]+)?)\.(\w+)$/;

/** Whether a preset refuses a parameter beside itself, by THE table. */
function isRefused(preset: string, name: string, value: unknown): boolean {
  const pairs = [['preset', preset] as const, [name, String(value)] as const];
  return canonicalAddress(`/res/${ANY_ID}.webp`, pairs).fault !== undefined;
}

/** A preset replaces all parameters of the image; beside others it can't be said. */
function withoutPreset(translation: Translation): Translation {
  const { preset, ...others } = translation.values;
  if (preset === undefined) return translation;
  const pairs = Object.entries(others);
  if (!pairs.some(([name, value]) => isRefused(preset, name, value))) return translation;
  const reason = 'A preset cannot be combined with other parameters.';
  const note: Note = { parameter: `preset ${preset}`, effect: 'unmappable', reason };
  return { ...translation, values: others, notes: [...translation.notes, note] };
}

function queryOf({ values, format }: Translation, extension: string): string {
  const pairs = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
  const address = canonicalAddress(`/res/${ANY_ID}.${format ?? extension}`, pairs);
  if (address.fault !== undefined) throw new AddressError(address.fault);
  return address.query;
}

function newAddress(found: string, translation: Translation): { url: string; query: string } {
  const [, base = '', id = '', stored = ''] = IMAGE_URL.exec(found) ?? [];
  if (id === '') throw new AddressError(`The table names ${found}, which is no image URL.`);
  const query = queryOf(translation, stored);
  const url = `${base}/res/${id}.${translation.format ?? stored}`;
  return { url: query === '' ? url : `${url}?${query}`, query };
}

function describe(old: string, service: Service, table: AddressTable | undefined) {
  const found = withImages(SERVICE_ROWS[service].translate(old), (name) =>
    table?.find(service, name),
  );
  const translation = withoutPreset(found);
  const { name, format = null, notes } = translation;
  const facts = { old, service, name, format, notes };
  const target = table?.find(service, name);
  if (target === undefined || target === 'ambiguous') {
    const query = queryOf(translation, 'auto');
    if (!table) return { ...facts, new: null, query };
    const many = 'Several images of the table have this name.';
    const fault = target === undefined ? 'The table has no image of this name.' : many;
    return { ...facts, new: null, query, fault };
  }
  const { url, query } = newAddress(target, translation);
  return { ...facts, new: url, query };
}

/**
 * Translates an old address. Without a service the address must show its own. It never throws for
 * an address: a `fault` is the reason for a missing translation.
 */
export function translateAddress(
  old: string,
  from: Service | undefined,
  table: AddressTable | undefined,
): TranslatedAddress {
  if (old.length > MAX_ADDRESS_LENGTH) {
    const fault = `An address has at most ${MAX_ADDRESS_LENGTH} characters.`;
    return { old: `${old.slice(0, 80)}…`, fault };
  }
  const service = from ?? detectService(old);
  if (!service)
    return { old, fault: 'The service is not known from the address; name it with --from.' };
  try {
    return describe(old, service, table);
  } catch (error) {
    if (error instanceof AddressError) return { old, fault: error.message };
    throw error;
  }
}
