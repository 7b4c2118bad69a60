import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { parseCsv } from '../import/csv.ts';
import { decoded, splitAddress } from './read-values.ts';
import { SERVICE_ROWS } from './services.ts';
import type { Service } from './translation.ts';

/** The old addresses of an import and the new ones. */
export interface AddressTable {
  /** The new address of a name in the old service; `ambiguous` if two images have the name. */
  find(service: Service, name: string): string | 'ambiguous' | undefined;
}

type Row = readonly [before: string, after: string];

function rowsOfManifest(text: string): Row[] {
  return text.split('\n').flatMap((line) => {
    if (line.trim() === '') return [];
    const { address, imageUrl } = JSON.parse(line) as { address?: unknown; imageUrl?: unknown };
    return typeof address === 'string' && typeof imageUrl === 'string' ? [[address, imageUrl]] : [];
  });
}

function rowsOfCsv(text: string): Row[] {
  const [head = [], ...rows] = parseCsv(text);
  const [before, after] = [head.indexOf('old'), head.indexOf('new')];
  if (before < 0 || after < 0) throw new Error('its header lacks the columns old and new');
  return rows.map((row) => [row[before] ?? '', row[after] ?? '']);
}

/** The image's name in the old service, if the old address is one of that service. */
function nameOf(service: Service, address: string): string | undefined {
  try {
    return SERVICE_ROWS[service].translate(address).name;
  } catch {
    return undefined;
  }
}

const withoutExtension = (name: string) => name.replace(/\.[a-z]\w{1,4}$/i, '');

/** The names under which an old address may be found; each is exact. */
function namesOf(service: Service, address: string): Set<string> {
  const names = new Set([address]);
  if (/^s3:\/\//.test(address)) {
    const path = address.slice('s3://'.length);
    names.add(path.slice(path.indexOf('/') + 1));
  } else if (/^https?:\/\//.test(address)) {
    names.add(decoded(splitAddress(address).path));
    const name = nameOf(service, address);
    if (name !== undefined) names.add(name);
  }
  // a public ID has no extension
  if (service === 'cloudinary') for (const name of [...names]) names.add(withoutExtension(name));
  return names;
}

/** An index of rows for each service that is asked for. */
export function createAddressTable(rows: readonly Row[]): AddressTable {
  const indexes = new Map<Service, Map<string, string>>();
  const indexOf = (service: Service) => {
    const known = indexes.get(service);
    if (known) return known;
    const index = new Map<string, string>();
    for (const [before, after] of rows) {
      for (const name of namesOf(service, before)) {
        const other = index.get(name);
        index.set(name, other === undefined || other === after ? after : 'ambiguous');
      }
    }
    indexes.set(service, index);
    return index;
  };
  return { find: (service, name) => indexOf(service).get(name) };
}

/**
 * Reads the table that `import --addresses` writes, or the manifest of an import. Throws a
 * CommandError if the file is neither.
 */
export async function readAddressTable(path: string): Promise<AddressTable> {
  try {
    const text = await readFile(path, 'utf8');
    const isManifest = text.trimStart().startsWith('{');
    return createAddressTable(isManifest ? rowsOfManifest(text) : rowsOfCsv(text));
  } catch (error) {
    const hint = 'It must be a CSV file of import --addresses, or the manifest of an import.';
    throw new CommandError('usage', `${path} cannot be read: ${(error as Error).message}.`, hint);
  }
}
