import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Option } from 'commander';
import { CommandError } from '../command-error.ts';
import { EXIT_CODES, type Outcome } from '../exit-codes.ts';
import { ADDRESS_COLUMNS } from '../import/address-rows.ts';
import { csvRow } from '../import/csv.ts';
import { safeText } from '../output/safe-text.ts';
import type { Session } from '../session.ts';
import { readAddressTable } from '../translate/address-table.ts';
import type { TranslatedAddress } from '../translate/translate-address.ts';
import { SERVICES, type Service } from '../translate/translation.ts';
import type { AddCommands } from './add-commands.ts';

interface TranslateOptions {
  readonly from?: Service;
  readonly table?: string;
  readonly file?: string;
  readonly csv?: boolean;
}

const EXAMPLES = `
Examples:
  npx imagewell translate 'https://res.cloudinary.com/demo/image/upload/c_fill,w_300,h_200/bridge.jpg'
  npx imagewell translate --file old.txt --table addresses.csv --json
  grep -o 'https://shop.imgix.net[^"]*' *.html | npx imagewell translate --table addresses.csv`;

const linesOf = (content: string) =>
  content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

async function readAddresses(
  { stdin }: Session['machine'],
  named: readonly string[],
  file?: string,
): Promise<readonly string[]> {
  if (named.length > 0 && file === undefined) return named;
  if (named.length > 0) throw new CommandError('usage', 'Name addresses or a file, not both.');
  if (file !== undefined && file !== '-') {
    const content = await readFile(file, 'utf8').catch((error: Error) => {
      throw new CommandError('usage', `${file} cannot be read: ${error.message}`);
    });
    return linesOf(content);
  }
  if (stdin.isTTY) throw new CommandError('usage', 'Name addresses, a file, or pipe them in.');
  return linesOf(await text(stdin));
}

/** The words for one address: the new one, and a line for each loss. */
function describe(result: TranslatedAddress): string {
  const lines = [result.old];
  if ('service' in result) {
    const { new: url, format, query, notes } = result;
    const extension = format === null ? '' : `.${format}`;
    lines.push(`  ${url ?? `${extension}${query === '' ? '' : `?${query}`}`}`);
    for (const { parameter, effect, reason } of notes) {
      lines.push(`  ${effect}: ${parameter}: ${reason}`);
    }
  }
  if (result.fault !== undefined) lines.push(`  failed: ${result.fault}`);
  return lines.map(safeText).join('\n');
}

function printAll(session: Session, results: readonly TranslatedAddress[]): void {
  const isJson = session.options().json === true;
  for (const result of results) {
    const line = isJson ? JSON.stringify(result) : describe(result);
    session.machine.stdout.write(`${line}\n`);
  }
}

/** A table for `admin routes import`; addresses without a new one are on the standard error. */
function printCsv(session: Session, results: readonly TranslatedAddress[]): void {
  session.machine.stdout.write(csvRow(ADDRESS_COLUMNS));
  for (const result of results) {
    const after = 'new' in result ? result.new : null;
    if (after !== null) session.machine.stdout.write(csvRow([result.old, after]));
    else session.tell(safeText(`${result.old}: ${result.fault}`));
  }
}

/** An address without a new one, or else a parameter that has no equal here. */
function outcomeOf(results: readonly TranslatedAddress[]): Outcome {
  if (results.some(({ fault }) => fault !== undefined)) return 'failed';
  const isLoss = (one: TranslatedAddress) =>
    'notes' in one && one.notes.some(({ effect }) => effect === 'unmappable');
  return results.some(isLoss) ? 'losses' : 'done';
}

async function translate(
  session: Session,
  named: readonly string[],
  { from, table: tableFile, file, csv }: TranslateOptions,
): Promise<void> {
  if (csv && tableFile === undefined) throw new CommandError('usage', '--csv needs --table.');
  const table = tableFile === undefined ? undefined : await readAddressTable(tableFile);
  const addresses = await readAddresses(session.machine, named, file);
  // the readers of all services are a third of the command line
  const { translateAddress } = await import('../translate/translate-address.ts');
  const results = addresses.map((address) => translateAddress(address, from, table));
  if (csv) printCsv(session, results);
  else printAll(session, results);
  session.endWith(EXIT_CODES[outcomeOf(results)].code);
}

/** `translate [ADDRESS…]`. */
export const addTranslateCommand: AddCommands = (program, session) => {
  program.commandsGroup('Images:');
  const from = new Option('--from <service>', 'service of the addresses, unless they show it');
  program
    .command('translate')
    .description('turn addresses of another image service into addresses of this one')
    .argument('[addresses...]', 'old addresses; from --file or the standard input unless given')
    .addOption(from.choices(SERVICES))
    .option('--table <file>', 'CSV table of import --addresses, or the manifest of an import')
    .option('--csv', 'print a CSV table of old and new addresses, for admin routes import')
    .option('--file <file>', 'file with an address a line; - is the standard input')
    .addHelpText('after', EXAMPLES)
    .action((named: string[], options: TranslateOptions) => translate(session, named, options));
};
