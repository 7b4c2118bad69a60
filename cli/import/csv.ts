import { pipeline } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';

/** Any line end, lone ones of old systems too; a row may have fewer or more cells than others. */
const OPTIONS = {
  bom: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
} as const satisfies Options;

const FAULT = 'a quotation mark is missing or in a wrong place (RFC 4180)';

/**
 * The same fault in plain words, with the number of its row; empty lines aren't counted. With these
 * options the library finds no other fault than those of quotation marks.
 */
function atRow(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error;
  return new Error(`row ${Number(error.records) + 1} is no CSV: ${FAULT}`);
}

/** The rows of a CSV text (RFC 4180), without byte order mark and empty lines. Throws an Error. */
export function parseCsv(text: string): string[][] {
  try {
    return parseWhole(text, OPTIONS);
  } catch (error) {
    throw atRow(error);
  }
}

/** The same of a file's bytes, with one chunk of them in memory at a time. */
export async function* readCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const parser = parse(OPTIONS);
  // a fault of the source goes through the parser to its reader
  pipeline(chunks, parser, () => undefined);
  try {
    yield* parser;
  } catch (error) {
    throw atRow(error);
  }
}

/** One row of CSV, with its line end. */
export function csvRow(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}
