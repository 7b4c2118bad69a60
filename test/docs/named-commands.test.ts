import { globSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createAdminCommands } from '../../admin/commands/add-admin-commands.ts';
import { addStartCommand } from '../../admin/commands/add-start-command.ts';
import type { Machine } from '../../cli/machine.ts';
import { buildProgram } from '../../cli/program.ts';

const PAGES = globSync([
  '*.md',
  'docs/**/*.md',
  'client/*.md',
  'packages/*/*.md',
  'scripts/**/*.md',
  'deploy/**/*.md',
]).filter((page) => !/CHANGELOG|decisions/.test(page));

/** Only its tree of commands is read. */
const MACHINE = { env: {}, homeDir: '~', version: '0' } as Machine;
const { program } = buildProgram(MACHINE, [
  addStartCommand(async () => {}),
  createAdminCommands(undefined),
]);

/** Of `cdk deploy`, to which `admin deploy` passes unknown options. */
const OF_CDK = ['--require-approval'];

const optionsOf = (command: Command | null): string[] =>
  command === null
    ? ['--help', '-h', ...OF_CDK]
    : [
        ...command.options.flatMap(({ short, long }) => [short ?? '', long ?? '']),
        ...optionsOf(command.parent),
      ];

/** Why a command line is none of ours; undefined if it is one, or breaks off in a placeholder. */
function findFault(line: string): string | undefined {
  const words = line.replace(/'[^']*'|"[^"]*"/g, 'X').split(/\s+/);
  let command = program;
  for (const word of words) {
    if (/^(#|&&|\||\|\||>|>>|2>.*|\\|;)$/.test(word)) return undefined;
    const inner = command.commands.find((one) => [one.name(), ...one.aliases()].includes(word));
    if (word === '--') return 'options after -- are not read';
    if (word.startsWith('-')) {
      const [name = ''] = word.replace(/[.,;:)\]…]+$/, '').split('=');
      if (name.length > 1 && !optionsOf(command).includes(name)) return `no option ${name}`;
    } else if (inner) command = inner;
    else if (command.commands.length > 0 && /^[a-z][a-z-]*$/.test(word)) {
      return `no command ${word}`;
    }
  }
  return undefined;
}

/** The commands of a text, in its blocks and between backticks. */
function commandsOf(text: string): string[] {
  const code = [...text.matchAll(/```\w*\n(.*?)```|`([^`\n]+)`/gs)].map(
    ([, block, span]) => block ?? span ?? '',
  );
  const lines = code.flatMap((part) => part.replaceAll('\\\n', ' ').split('\n'));
  return lines.flatMap((line) =>
    [...line.matchAll(/npx imagewell (\S.*?)(?=npx imagewell|$)/g)].map(([, rest = '']) => rest),
  );
}

describe('the commands that documents name', () => {
  it('are commands of the program, with its options', () => {
    const named = PAGES.flatMap((page) =>
      commandsOf(readFileSync(page, 'utf8')).map((line) => [page, line] as const),
    );
    expect(named.length).toBeGreaterThan(100);
    const faults = named.flatMap(([page, line]) => {
      const fault = findFault(line);
      return fault === undefined ? [] : [`${page}: ${line}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it('name no options after a bare --, which npm takes away and the program does not read', () => {
    const bare = PAGES.flatMap((page) => {
      const found = readFileSync(page, 'utf8').match(/`-- -[^`]*`/g) ?? [];
      return found.map((span) => `${page}: ${span}`);
    });
    expect(bare).toEqual([]);
  });

  it.each([
    ['admin deploy --stage trial', undefined],
    ['admin deploy -- --stage trial', 'options after -- are not read'],
    ['admin deploy --stagee trial', 'no option --stagee'],
    ['admin depoly --stage trial', 'no command depoly'],
    ["translate 'https://x.example/a -- b' | head --lines 3", undefined],
  ])('%s: %s', (line, fault) => {
    expect(findFault(line)).toBe(fault);
  });
});
