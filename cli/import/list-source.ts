import { readFile } from 'node:fs/promises';
import { CommandError } from '../command-error.ts';
import { parseCsv } from './csv.ts';
import { fetchImage, fileNameOf } from './fetch-image.ts';
import type { ImportItem, ImportSource } from './import-source.ts';

type Row = Readonly<Record<string, string>>;

function csvRows(text: string): Row[] {
  const [header = [], ...rows] = parseCsv(text);
  return rows.map((cells) =>
    Object.fromEntries(header.map((column, at) => [column.trim(), cells[at] ?? ''])),
  );
}

function jsonRow(line: string): Row {
  const entries = Object.entries(JSON.parse(line) as Record<string, unknown>);
  const told = entries.filter(([, value]) => value !== null && typeof value !== 'object');
  return Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
}

function readRows(file: string, text: string): Row[] {
  const isJson = /\.(jsonl|ndjson|json)$/i.test(file);
  const plain = text.replace(/^\uFEFF/, '');
  if (!isJson) return csvRows(plain);
  return plain.split('\n').flatMap((line) => (line.trim() === '' ? [] : [jsonRow(line)]));
}

function itemOf(file: string, row: Row, at: number): ImportItem {
  const { url = '' } = row;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const hint = 'The first line names the columns, and one of them is url.';
    throw new CommandError('usage', `${file}: row ${at + 1} has no http address in \`url\`.`, hint);
  }
  return {
    key: url,
    address: url,
    name: fileNameOf(url),
    columns: row,
    open: (signal) => fetchImage(url, signal),
  };
}

/** The addresses of a CSV file, or of a file of JSON lines; each has a column `url`. */
export function listSource(file: string): ImportSource {
  return {
    place: file,
    async *items() {
      const text = await readFile(file, 'utf8');
      let rows: Row[];
      try {
        rows = readRows(file, text);
      } catch (error) {
        throw new CommandError('usage', `${file} cannot be read: ${(error as Error).message}`);
      }
      yield* rows.map((row, at) => itemOf(file, row, at));
    },
  };
}
