import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { PEER_NAMES } from '../peers/peer.ts';
import { PEERS } from '../peers/peers.ts';
import { cellsOf, type Figure, HEADINGS } from './figures.ts';

const PAGE = join(import.meta.dirname, '../../docs/performance.md');
const BEGIN = '<!-- written by npm run bench -- --write -->';
const END = '<!-- /written -->';
const GIBIBYTE = 1024 ** 3;

/** A run: whether it was short, and how calm the machine was, as a sentence. */
interface Run {
  readonly isQuick: boolean;
  readonly calm: string;
}

const beginOfRun = () => `Measured on ${new Date().toISOString().slice(0, 10)}`;

/** The date, the machine and the versions, as a paragraph of the page. */
function describeRun({ isQuick, calm }: Run): string {
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / GIBIBYTE)} GiB`;
  const peers = PEER_NAMES.map((name) => {
    const version = PEERS[name].findVersion();
    return version === undefined ? `${name} not installed` : `${name} ${version}`;
  });
  const versions = [`Node ${process.versions.node}`, `sharp ${sharp.versions.sharp}`, ...peers];
  const rounds = isQuick ? ' The run was short (`--quick`).' : '';
  return `${beginOfRun()}, on ${machine}. ${calm}${rounds} Versions: ${versions.join(', ')}.`;
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function linesOf(figures: readonly Figure[]): string[] {
  return figures.map((figure) => {
    const { number, title, goal } = figure;
    return lineOf([String(number), `${title}: ${goal.what}`, ...cellsOf(figure)]);
  });
}

function tableOf(figures: readonly Figure[]): string {
  const headings = ['#', 'figure', ...HEADINGS];
  return [lineOf(headings), lineOf(headings.map(() => '---')), ...linesOf(figures)].join('\n');
}

function splitPage(page: string): [before: string, written: string, after: string] {
  const [before, rest] = page.split(BEGIN);
  const [written, after] = rest?.split(END) ?? [];
  if (before === undefined || written === undefined || after === undefined) {
    throw new Error(`${PAGE} has no ${BEGIN}`);
  }
  return [before, written, after];
}

/** Writes the table of a run into its place in docs/performance.md. */
export function writePage(figures: readonly Figure[], run: Run): void {
  const [before, , after] = splitPage(readFileSync(PAGE, 'utf8'));
  const written = [BEGIN, describeRun(run), tableOf(figures), END].join('\n\n');
  writeFileSync(PAGE, before + written + after);
  console.log(`written into ${PAGE}`);
}

/** A page whose table has the lines of these rows in place of its own. */
export function withRows(page: string, figures: readonly Figure[]): string {
  const [before, written, after] = splitPage(page);
  if (!written.includes(beginOfRun())) throw new Error('the table is of another day');
  const numbers = [...new Set(figures.map(({ number }) => number))];
  const lines = written.split('\n').flatMap((line, at, all) => {
    const isOf = (text: string | undefined, number: number) => text?.startsWith(`| ${number} |`);
    const number = numbers.find((one) => isOf(line, one));
    if (number === undefined) return [line];
    const isFirst = !isOf(all[at - 1], number);
    return isFirst ? linesOf(figures.filter((figure) => figure.number === number)) : [];
  });
  return [before, BEGIN, lines.join('\n'), END, after].join('');
}

/** Writes rows that were measured again into the table of the same day. */
export function writeRows(figures: readonly Figure[]): void {
  writeFileSync(PAGE, withRows(readFileSync(PAGE, 'utf8'), figures));
  console.log(`written into ${PAGE}`);
}
