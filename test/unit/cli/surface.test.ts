import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { table } from '../../../cli/output/table.ts';
import { wrapWords } from '../../../cli/output/wrap-words.ts';
import { runCommandLine } from '../../../cli/run-command-line.ts';
import { SENT_FORMATS } from '../../../core/transform/sent-formats.ts';
import { commandLine } from './support/command-line.ts';
import { fakeMachine } from './support/fake-machine.ts';

const run = commandLine('/nonexistent');
const ESCAPE = '\u001b';

describe('the command line', () => {
  it('lists the commands, with examples, and its version', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    for (const word of ['login', 'projects', 'upload', 'completion', 'Examples:']) {
      expect(stdout).toContain(word);
    }
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect((await run(['--version'])).stdout).toBe(`${version}\n`);
  });

  it('suggests a command for the word of another program, and ends with 2', async () => {
    for (const [word, ours] of [['get', 'show'] as const, ['ls', 'list'] as const]) {
      const { code, stdout, stderr } = await run(['images', word, 'img_x', '--any']);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`unknown command '${word}'\n(Did you mean ${ours}?)`);
    }
    expect((await run(['images', '--help'])).stdout).not.toContain('get [any...]');
  });

  it('names every type that comes in, from their table, in the help of upload', async () => {
    const { stdout } = await run(['upload', '--help']);
    const labels = Object.values(SENT_FORMATS).map(({ label }) => label);
    expect(labels.length).toBeGreaterThan(5);
    const listed = `${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}`;
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`An image is ${listed}, by its bytes`);
  });

  it('suggests the nearest command, and ends with 2', async () => {
    const command = await run(['keys', 'rotat', 'x']);
    expect([command.code, command.stdout]).toEqual([2, '']);
    expect(command.stderr).toContain('Did you mean rotate?');
    const option = await run(['usage', '--jsn']);
    expect(option.code).toBe(2);
    expect(option.stderr).toContain('Did you mean --json?');
    expect((await run([])).code).toBe(2);
    expect((await run(['images'])).code).toBe(2);
  });

  it('has colours only where they are wanted', async () => {
    const plain = await run(['whoami', '--url', 'http://x.example']);
    expect(plain.stderr).not.toContain(ESCAPE);
    const coloured = await run(['whoami', '--url', 'http://x.example'], { FORCE_COLOR: '1' });
    expect(coloured.stderr).toContain(ESCAPE);
  });

  it('runs by the Node of its package where the one at hand is too old', async () => {
    const old = `data:text/javascript,if (!process.env.SEEN) Object.defineProperty(process.versions, 'node', { value: '20.9.0' })`;
    const args = ['--import', old, 'bin/imagewell.js', 'images', 'lst'];
    const ended = await promisify(execFile)(process.execPath, args).catch((error) => error);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('Did you mean list?');
  });

  it('accepts further commands from the program that starts it', async () => {
    const machine = fakeMachine();
    const code = await runCommandLine(['admin', 'accounts', '--json'], machine, [
      (program, { print }) => {
        const admin = program.command('admin');
        admin.command('accounts').action(() => print({ accounts: [] }, () => 'none'));
      },
    ]);
    expect([code, JSON.parse(machine.printed())]).toEqual([0, { accounts: [] }]);
  });
});

describe('the help and the tables', () => {
  it('each help has the options of every command', async () => {
    for (const path of [['upload'], ['keys', 'create'], ['images', 'list'], ['completion']]) {
      const { stdout } = await run([...path, '--help']);
      for (const option of ['--url <url>', '--project <project>', '--json', '--data <dir>']) {
        expect(stdout).toContain(option);
      }
    }
  });

  it('a table is as wide as the terminal, and whole in a pipe', async () => {
    const rows = [{ id: 'one', text: 'x'.repeat(200) }];
    const columns = {
      id: (row: { id: string }) => row.id,
      text: (row: { text: string }) => row.text,
    };
    for (const [isTerminal, width] of [
      [true, 80],
      [false, 205],
    ] as const) {
      const machine = fakeMachine({ isTerminal });
      await runCommandLine(['rows'], machine, [
        (program, { printList }) =>
          void program
            .command('rows')
            .action(() => printList<(typeof rows)[number]>(rows, columns, 'none')),
      ]);
      const [, line = ''] = machine.printed().split('\n');
      expect(line).toHaveLength(width);
      expect(line.endsWith('…')).toBe(isTerminal);
    }
  });
});

it('a narrow terminal loses no column, and long lines break between words', () => {
  const rows = [
    { id: `prj_${'a'.repeat(26)}`, name: 'n'.repeat(90), at: '2026-11-23T01:18:25.532Z' },
  ];
  const columns = {
    id: (row: (typeof rows)[number]) => row.id,
    name: (row: (typeof rows)[number]) => row.name,
    created: (row: (typeof rows)[number]) => row.at,
  };
  const [head = '', line = ''] = stripVTControlCharacters(table(rows, columns, '', 80)).split('\n');
  expect(head).toMatch(/^ID +NAME +CREATED$/);
  expect(line).toMatch(/^prj_a{26} {2}n+… {2}2026-11-23$/);
  expect(line).toHaveLength(80);
  expect(table([{ ...rows[0], name: 'n' } as (typeof rows)[number]], columns, '', 80)).toContain(
    '  2026-11-23T01:18Z',
  );
  const whole = table(rows, columns, '');
  expect(whole).toContain(`${'n'.repeat(90)}  2026-11-23T01:18:25.532Z`);
  expect(wrapWords('  one two three', 9)).toBe('  one two\n    three');
  expect(wrapWords(`a ${'b'.repeat(20)}`, 9)).toBe(`a\n    ${'b'.repeat(20)}`);
});

describe('open', () => {
  it('prints the address of the console, and opens it where there is a browser', async () => {
    const local = ['open', '--no-browser', '--url', 'http://127.0.0.1:8080/'];
    expect((await run(local)).stdout).toBe('http://127.0.0.1:8080/console\n');
    const cloud = ['open', '--no-browser', '--url', 'https://api.example.com/prod'];
    const unknown = await run(cloud);
    expect([unknown.code, unknown.stdout]).toEqual([2, '']);
    expect(unknown.stderr).toContain('--cdn-url');
    const named = await run([...cloud, '--cdn-url', 'https://cdn.example.com/', '--json']);
    expect(named.json).toEqual({ url: 'https://cdn.example.com/console' });
    const folder = await mkdtemp(join(tmpdir(), 'imagewell-open-'));
    const program = 'require("node:fs").writeFileSync(process.argv[2], process.argv[3])';
    await writeFile(join(folder, 'browser.cjs'), program);
    const seen = join(folder, 'seen');
    const IMAGEWELL_BROWSER = `${process.execPath} ${join(folder, 'browser.cjs')} ${seen}`;
    await run(local.toSpliced(1, 1), { IMAGEWELL_BROWSER });
    await expect.poll(() => readFile(seen, 'utf8').catch(() => '')).toContain('/console');
    await rm(folder, { recursive: true });
  });
});

describe('a user at a terminal', () => {
  const atTerminal = (...typed: string[]) => {
    const machine = fakeMachine({ isTerminal: true });
    for (const text of typed) machine.type(text); // it waits there until a user reads it
    return machine;
  };
  const secret = { IMAGEWELL_API_KEY: 'private_x', IMAGEWELL_URL: 'http://127.0.0.1:9' };
  const remove = ['images', 'delete', `img_${'a'.repeat(26)}`];

  it('must confirm a deletion, and nothing is deleted without a yes', async () => {
    const machine = atTerminal('n');
    const code = await runCommandLine(remove, { ...machine, env: secret });
    expect(code).toBe(130);
    expect(machine.told()).toContain('permanently?');
    expect(machine.told()).toContain('Nothing was changed.');
  });

  it('continues with yes', async () => {
    const machine = atTerminal('y');
    const code = await runCommandLine(remove, { ...machine, env: secret });
    expect(code).toBe(6); // no process listens there
  });

  it('gets no question if CI is set', async () => {
    const machine = atTerminal();
    const code = await runCommandLine(remove, { ...machine, env: { ...secret, CI: '1' } });
    expect(code).toBe(2);
  });
});

it('no file of the command line reads the environment itself, or writes past the machine', async () => {
  const { stdout } = await promisify(execFile)('grep', [
    '-rlE',
    'process\\.(env|stdout|stderr|argv)|console\\.',
    resolve('cli'),
  ]).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  expect(stdout).toBe('');
});
