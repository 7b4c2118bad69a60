/** The state between two chunks of a CSV text (RFC 4180). */
interface Parser {
  /** The rows that are whole with this chunk. */
  push(text: string): string[][];
  /** The last row, without a line end. Throws for a quotation that does not end. */
  end(): string[][];
}

function createParser(): Parser {
  let [row, cell]: [string[], string] = [[], ''];
  let isQuoted = false;
  /** A quotation mark within quotes: the end of them, or the first of two. */
  let isAfterQuote = false;
  let wasReturn = false;
  let rows: string[][] = [];
  let count = 0;

  const endCell = () => {
    row.push(cell);
    [cell, isAfterQuote] = ['', false];
  };
  const endRow = () => {
    endCell();
    count += 1;
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  const fail = () => {
    throw new Error(`row ${count + 1}`);
  };
  const takeQuoted = (sign: string) => {
    if (sign === '"') [isQuoted, isAfterQuote] = [false, true];
    else cell += sign;
  };
  const takePlain = (sign: string) => {
    const isSecondOfLineEnd = wasReturn && sign === '\n';
    wasReturn = sign === '\r';
    if (isSecondOfLineEnd) return;
    if (sign === ',') endCell();
    else if (sign === '\n' || sign === '\r') endRow();
    else if (sign === '"' && isAfterQuote) {
      cell += '"';
      [isQuoted, isAfterQuote] = [true, false];
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === '"' || isAfterQuote) fail();
    else cell += sign;
  };
  return {
    push(text) {
      for (const sign of text) {
        if (isQuoted) takeQuoted(sign);
        else takePlain(sign);
      }
      const whole = rows;
      rows = [];
      return whole;
    },
    end() {
      if (isQuoted) fail();
      if (cell !== '' || isAfterQuote || row.length > 0) endRow();
      return rows;
    },
  };
}

/** The rows of a CSV text (RFC 4180), a line break within quotes included; without empty lines. */
export function parseCsv(text: string): string[][] {
  const parser = createParser();
  return [...parser.push(text), ...parser.end()];
}

/** The same of a text that comes in chunks, with one of them in memory at a time. */
export async function* readCsv(chunks: AsyncIterable<string>): AsyncGenerator<string[]> {
  const parser = createParser();
  for await (const chunk of chunks) yield* parser.push(chunk);
  yield* parser.end();
}

/** One row of CSV, with its line end. */
export function csvRow(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}
