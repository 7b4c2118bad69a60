/**
 * `npm run bench [-- --row N] [--quick] [--peers] [--write] [--check]`: the rows of the table of
 * docs/performance.md, ours beside the floor and beside the peers that are installed. The floor is
 * sharp in process with the same settings.
 *
 * `--row` runs one row and can be repeated. `--quick` runs fewer rounds. `--peers` installs the
 * peers before. `--write` writes the table into the page, or with `--row` the lines of its rows.
 * `--check` is for CI and measures only figures that are steady on a busy machine. Its exit code is
 * 1 if one of them is worse than its bound by 15 % three times.
 *
 * `--prices` prints the costliest legal requests in place of the rows, with their CPU beside their
 * price; `--only TEXT` chooses some.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { installPeers } from './peers/install-peers.ts';
import { printPrices } from './prices/price-table.ts';
import { failed, type Row } from './rows/row.ts';
import { ROWS } from './rows/rows.ts';
import { createSetting, type Setting } from './setting/setting.ts';
import { cellsOf, type Figure, figuresOf, HEADINGS, isMet } from './table/figures.ts';
import { type Watch, watchMachine } from './table/watch-machine.ts';
import { writePage, writeRows } from './table/write-page.ts';

const SLACK = 0.15;
const MAX_TRIES = 3;

const { values } = parseArgs({
  options: {
    row: { type: 'string', multiple: true, default: [] },
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    prices: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});

function chosenRows(): [number, Row][] {
  const all = Object.entries(ROWS).map(([number, row]): [number, Row] => [Number(number), row]);
  const asked = values.row.map(Number);
  const unknown = asked.filter((number) => !ROWS[number]);
  if (unknown.length > 0) throw new Error(`there is no row ${unknown.join(', ')}`);
  return asked.length > 0 ? all.filter(([number]) => asked.includes(number)) : all;
}

const WIDTHS = [38, 24, 15, 11, 11, 11, 11];

const printCells = (cells: readonly string[]) =>
  console.log(`    ${cells.map((cell, at) => cell.padEnd(WIDTHS[at] ?? 0)).join(' ')}`);

const SECOND_MS = 1_000;

/** A row of the table: its title and the seconds that it took, and a line for each figure. */
function printRow(figures: readonly Figure[], ms: number): void {
  const [first] = figures;
  const seconds = Math.round(ms / SECOND_MS);
  if (first) console.log(`${String(first.number).padStart(2)}  ${first.title} (${seconds} s)`);
  for (const figure of figures) printCells([figure.goal.what, ...cellsOf(figure)]);
}

async function measure(setting: Setting, number: number, row: Row): Promise<Figure[]> {
  execFileSync('sync'); // else a durable write waits for what the row before has written
  const seen = await row.measure(setting).catch((error: unknown) => {
    return Object.fromEntries(Object.keys(row.goals).map((key) => [key, failed(error)]));
  });
  return figuresOf(number, row, seen);
}

async function runTable(setting: Setting, watch: Watch): Promise<void> {
  const figures: Figure[] = [];
  printCells(['', ...HEADINGS]);
  for (const [number, row] of chosenRows()) {
    await watch.sample();
    const start = performance.now();
    const measured = await measure(setting, number, row);
    printRow(measured, performance.now() - start);
    figures.push(...measured);
  }
  console.log(watch.describe());
  if (figures.some(({ seen }) => 'isFailure' in seen)) process.exitCode = 1;
  if (values.write && values.row.length > 0) writeRows(figures);
  else if (values.write) writePage(figures, { isQuick: values.quick, calm: watch.describe() });
}

/** The stable figures that are worse than their bounds by more than the slack. */
async function findWorse(setting: Setting, number: number, row: Row): Promise<Figure[]> {
  const start = performance.now();
  const measured = (await measure(setting, number, row)).filter(({ goal }) => goal.isStable);
  printRow(measured, performance.now() - start);
  return measured.filter(({ goal, seen }) => 'reason' in seen || !isMet(goal, seen.seen, SLACK));
}

async function runCheck(setting: Setting): Promise<void> {
  const isStable = ([, { goals }]: [number, Row]) =>
    Object.values(goals).some((goal) => goal.isStable);
  for (const [number, row] of chosenRows().filter(isStable)) {
    for (let tried = 1; ; tried += 1) {
      const worse = await findWorse(setting, number, row);
      if (worse.length === 0) break;
      if (tried < MAX_TRIES) continue;
      console.log(`row ${number} is worse than its bound by more than 15 %, ${MAX_TRIES} times`);
      process.exitCode = 1;
      break;
    }
  }
}

if (values.prices) {
  await printPrices(values.only);
  process.exit();
}
if (values.peers) installPeers();
const setting = createSetting(values.quick || values.check);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await setting.close(); // else its services would go on
    process.exit(1);
  });
}
try {
  await (values.check ? runCheck(setting) : runTable(setting, watchMachine()));
} finally {
  await setting.close();
}
