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

/** The date, the machine and the versions, as a paragraph of the page. */
function describeRun({ isQuick, calm }: Run): string {
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / GIBIBYTE)} GiB`;
  const peers = PEER_NAMES.map((name) => {
    const version = PEERS[name].findVersion();
    return version === undefined ? `${name} not installed` : `${name} ${version}`;
  });
  const versions = [`Node ${process.versions.node}`, `sharp ${sharp.versions.sharp}`, ...peers];
  const rounds = isQuick ? ' The run was short (`--quick`).' : '';
  return `Measured on ${date}, on ${machine}. ${calm}${rounds} Versions: ${versions.join(', ')}.`;
}

function tableOf(figures: readonly Figure[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const headings = ['#', 'figure', ...HEADINGS];
  const lines = figures.map((figure) => {
    const { number, title, goal } = figure;
    return line([String(number), `${title}: ${goal.what}`, ...cellsOf(figure)]);
  });
  return [line(headings), line(headings.map(() => '---')), ...lines].join('\n');
}

/** Writes the table of a run into its place in docs/performance.md. */
export function writePage(figures: readonly Figure[], run: Run): void {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no ${BEGIN}`);
  const written = [BEGIN, describeRun(run), tableOf(figures), END].join('\n\n');
  writeFileSync(PAGE, before + written + after);
  console.log(`written into ${PAGE}`);
}
