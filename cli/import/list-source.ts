import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CommandError } from '../command-error.ts';
import { fetchImage, fileNameOf } from '../fetch/fetch-image.ts';
import { readCsv } from './csv.ts';
import type { ImportItem, ImportSource } from './import-source.ts';

type Row = Readonly<Record<string, string>>;

/** Each row has a value for each column, so their number bounds the work of a short row. */
const MAX_COLUMNS = 1_000;

function columnsOf(file: string, cells: readonly string[]): readonly string[] {
  if (cells.length <= MAX_COLUMNS) return cells.map((cell) => cell.trim());
  const found = `${file} has ${cells.length} columns; the maximum is ${MAX_COLUMNS}.`;
  throw new CommandError('usage', found, 'Keep the column url, and those of names and metadata.');
}

async function* csvRows(file: string): AsyncGenerator<Row> {
  let columns: readonly string[] | undefined;
  for await (const cells of readCsv(createReadStream(file))) {
    if (columns) {
      yield Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? '']));
    } else columns = columnsOf(file, cells);
  }
}

function jsonRow(line: string): Row {
  const entries: [string, unknown][] = Object.entries(JSON.parse(line));
  const simple = entries.filter(([, value]) => value !== null && typeof value !== 'object');
  return Object.fromEntries(simple.map(([name, value]) => [name, String(value)]));
}

async function* jsonRows(file: string): AsyncGenerator<Row> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  for await (const line of lines) {
    const text = line.replace(/^\uFEFF/, '').trim();
    if (text !== '') yield jsonRow(text);
  }
}

const isJson = (file: string) => /\.(jsonl|ndjson|json)$/i.test(file);

/** The rows of a file; throws a usage error that names the file. */
async function* rowsOf(file: string): AsyncGenerator<Row> {
  try {
    yield* isJson(file) ? jsonRows(file) : csvRows(file);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError('usage', `${file} cannot be read: ${(error as Error).message}`);
  }
}

function addressOf(file: string, { url = '' }: Row, at: number): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url;
  const hint = 'The first line names the columns, and one of them is url.';
  throw new CommandError('usage', `${file}: row ${at} has no http address in \`url\`.`, hint);
}

/** A broken row ends an import before its first image. */
async function checkRows(file: string, signal: AbortSignal): Promise<void> {
  let at = 0;
  for await (const row of rowsOf(file)) {
    signal.throwIfAborted();
    at += 1;
    addressOf(file, row, at);
  }
}

function itemOf(file: string, url: string, columns: Row): ImportItem {
  return {
    key: url,
    address: url,
    name: fileNameOf(url),
    columns,
    hasOpenColumns: isJson(file),
    open: (signal) => fetchImage(url, { signal }),
  };
}

/** The addresses of a CSV file, or of a file of JSON lines; each has a column `url`. */
export function listSource(file: string): ImportSource {
  return {
    place: file,
    async *items(signal) {
      await checkRows(file, signal);
      let at = 0;
      for await (const row of rowsOf(file)) {
        at += 1;
        yield itemOf(file, addressOf(file, row, at), row);
      }
    },
  };
}
