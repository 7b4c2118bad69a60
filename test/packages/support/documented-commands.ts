import { readFileSync } from 'node:fs';

/** The lines of the first shell block below a heading of a page. */
export function readCommands(page: string, heading: string): string[] {
  const [, section = ''] = readFileSync(page, 'utf8').split(`## ${heading}\n`);
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  const lines = block.trim().split('\n');
  if (lines.length < 2) throw new Error(`${page} has no commands below ${heading}`);
  return lines;
}
