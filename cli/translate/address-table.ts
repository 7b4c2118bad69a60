import { open, readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { type AddressRow, addressRows, readAddressRows } from '../import/address-rows.ts';
import { readJournal } from '../journal/open-journal.ts';
import { decoded, splitAddress } from './read-values.ts';
import { SERVICE_ROWS } from './services.ts';
import type { Service } from './translation.ts';

/** The old addresses of an import and the new ones. */
export interface AddressTable {
  /** The new address of a name in the old service; `ambiguous` if two images have the name. */
  find(service: Service, name: string): string | 'ambiguous' | undefined;
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
    names.add(path).add(path.slice(path.indexOf('/') + 1));
  } else if (/^https?:\/\//.test(address)) {
    const { host, path } = splitAddress(address);
    // a source is often written without its scheme, as libthumbor's examples do
    names.add(decoded(path)).add(decoded(`${host}/${path}`));
    const name = nameOf(service, address);
    if (name !== undefined) names.add(name);
  }
  // a public ID has no extension
  if (service === 'cloudinary') for (const name of [...names]) names.add(withoutExtension(name));
  return names;
}

/** An index of rows for each service that is asked for. */
export function createAddressTable(rows: readonly AddressRow[]): AddressTable {
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

const HINT = 'It must be a CSV file of import --addresses, or the manifest of an import.';

/** A line of JSON begins with a brace. */
async function isManifest(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 0);
    return buffer.toString() === '{';
  } finally {
    await file.close();
  }
}

async function rowsOfManifest(path: string): Promise<AddressRow[]> {
  const manifest = await readJournal({ path, kind: 'import', place: {}, option: '--table' });
  if (!manifest) return [];
  try {
    const rows: AddressRow[] = [];
    for await (const row of addressRows(manifest)) rows.push(row);
    return rows;
  } finally {
    await manifest.close();
  }
}

async function rowsOfTable(path: string): Promise<AddressRow[]> {
  const rows = readAddressRows(await readFile(path, 'utf8'));
  if (rows) return rows;
  throw new Error('its header lacks the columns old and new');
}

/**
 * Reads the table that `import --addresses` writes, or the manifest of an import. Throws a
 * CommandError if the file is neither.
 */
export async function readAddressTable(path: string): Promise<AddressTable> {
  try {
    const read = (await isManifest(path)) ? rowsOfManifest : rowsOfTable;
    return createAddressTable(await read(path));
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('usage', `${path} cannot be read: ${(error as Error).message}.`, HINT);
  }
}
