/** The rows of a CSV text (RFC 4180), a line break within quotes included. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
  let at = 0;
  while (at < text.length) {
    field.lastIndex = at;
    const [whole = '', quoted, plain = ''] = field.exec(text) ?? [];
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    at += whole.length;
    if (text[at] === ',') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    const end = /\r\n|\r|\n/y;
    end.lastIndex = at;
    const lineEnd = end.exec(text)?.[0];
    if (lineEnd === undefined && at < text.length) throw new Error(`row ${rows.length + 1}`);
    at += lineEnd?.length ?? 0;
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows.filter((cells) => cells.length > 1 || cells[0] !== '');
}

/** One row of CSV, with its line end. */
export function csvRow(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(',')}\r\n`;
}
