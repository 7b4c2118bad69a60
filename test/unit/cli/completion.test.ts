import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdminCommands } from '../../../admin/commands/add-admin-commands.ts';
import { addStartCommand } from '../../../admin/commands/add-start-command.ts';
import { completeWords } from '../../../cli/completion/complete-words.ts';
import { SHELL_SCRIPTS } from '../../../cli/completion/shell-scripts.ts';
import { buildProgram } from '../../../cli/program.ts';
import { lacks } from '../../support/needs/needs.ts';
import { commandLine } from './support/command-line.ts';
import { fakeMachine } from './support/fake-machine.ts';

const { program } = buildProgram(fakeMachine(), [
  addStartCommand(async () => {}),
  createAdminCommands(undefined),
]);
const complete = (...words: readonly string[]) => {
  const { candidates, hasFiles, hasProjects } = completeWords(program, words);
  const others = [hasFiles && 'files', hasProjects && 'projects'].filter(Boolean);
  return [...candidates.map(({ value }) => value), ...others];
};
const STATES = ['pending', 'delivered', 'failed'];

describe('completion', () => {
  it.each([
    [['ke'], ['keys']],
    [['keys', 'ro'], ['rotate']],
    [['--project', 'shop', 'keys', 'rev'], ['revoke']],
    [['admin', 'project', 'sus'], ['suspend']],
    [['admin', '--stack', 'keys', 'boot'], ['bootstrap']],
    [['upload', '--pa'], ['--parallel']],
    [['start', '--publ'], ['--public-url']],
    [['webhooks', 'deliveries', 'whk', '--state', ''], STATES],
    [['webhooks', 'deliveries', 'whk', '--state', 'p'], ['pending']],
    [['webhooks', 'deliveries', 'whk', '--state=f'], ['--state=failed']],
    [['webhooks', 'deliveries', 'whk', '--state', '='], STATES],
    [['webhooks', 'deliveries', 'whk', '--state', '=', 'd'], ['delivered']],
    [['completion', ''], Object.keys(SHELL_SCRIPTS)],
    [['upload', 'a.jpg', ''], ['files']],
    [['backup', ''], ['files']],
    [['usage', '--data', ''], ['files']],
    [['projects', 'show', ''], ['projects']],
    [['usage', '--project', 'sh'], ['projects']],
    [['usage', '--url', ''], []],
    [['unknown', 'keys', ''], []],
    [['keys', 'rotate', '--none='], []],
  ])('after %j offers %j', (words, offered) => {
    expect(complete(...words)).toEqual(offered);
  });

  it('offers the commands of the help, and the options of every command', () => {
    const names = program.createHelp().visibleCommands(program);
    expect(complete('')).toEqual(names.map((command) => command.name()));
    expect(complete('')).not.toContain('complete');
    const options = complete('images', 'list', '--');
    for (const option of ['--limit', '--json', '--help', '--data']) {
      expect(options).toContain(option);
    }
  });
});

describe('the script of', () => {
  let folder: string;
  let env: Record<string, string>;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'imagewell-completion-'));
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(folder, 'bridge park.jpg'), '');
    const command = resolve('bin/imagewell.js');
    const shim = `#!/bin/sh\nexec ${process.execPath} ${command} "$@"\n`;
    writeFileSync(join(bin, 'imagewell'), shim);
    chmodSync(join(bin, 'imagewell'), 0o755);
    const PATH = [bin, dirname(process.execPath), process.env.PATH].join(':');
    env = { PATH, HOME: folder, XDG_CONFIG_HOME: folder, TERM: 'xterm' };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const ended = async (shell: string, ...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(shell, args, { cwd: folder, env });
    return stdout.trim();
  };

  it('bash completes commands, choices after =, and names of files', async () => {
    const offered = (...words: readonly string[]) => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(imagewell ${quoted}); COMP_CWORD=${words.length}; _imagewell; printf '%s|' "\${COMPREPLY[@]}"; echo`;
    };
    const script = [
      'source <(imagewell completion bash)',
      'complete -p imagewell',
      offered('ke'),
      offered('webhooks', 'deliveries', 'whk', '--state', '=', 'fa'),
      offered('upload', 'bri'),
    ];
    expect(await ended('bash', '--norc', '-c', script.join('\n'))).toBe(
      ['complete -F _imagewell imagewell', 'keys|', 'failed|', 'bridge park.jpg|'].join('\n'),
    );
  });

  it.skipIf(lacks('fish'))('fish completes commands with their descriptions', async () => {
    const script = [
      'imagewell completion fish | source',
      "complete -C 'imagewell ke'",
      "complete -C 'imagewell webhooks deliveries whk --state='",
      "complete -C 'imagewell upload bri'",
    ];
    const lines = (await ended('fish', '--no-config', '-c', script.join('\n'))).split('\n');
    expect(lines[0]).toMatch(/^keys\tmanage the API keys/);
    expect(lines.slice(1)).toEqual([
      ...STATES.toSorted().map((state) => `--state=${state}`),
      'bridge park.jpg',
    ]);
  });

  it.skipIf(lacks('zsh'))('zsh completes at a terminal', async () => {
    const script = `
zmodload zsh/zpty
zpty shell zsh -f -i
type_keys() { zpty -w -n shell "$1" }
wait_for() {
  local text all=''
  repeat 400; do
    while zpty -r -t shell text; do all+="$text"; done
    [[ "$all" == *"$1"* ]] && { print -r -- "seen $1"; return }
    sleep 0.05
  done
  print -r -- "not seen $1: $all"
}
type_keys $'PS1=; autoload -Uz compinit; compinit -u -D; source <(imagewell completion zsh); print re""ady\\n'
wait_for ready
type_keys $'imagewell ke\\t'; wait_for 'imagewell keys'
type_keys $'\\x15imagewell webhooks deliveries whk --state=fa\\t'; wait_for 'state=failed'
type_keys $'\\x15imagewell upload bri\\t'; wait_for 'bridge\\ park.jpg'
zpty -d shell`;
    expect(await ended('zsh', '-f', '-c', script)).toBe(
      ['seen ready', 'seen imagewell keys', 'seen state=failed', 'seen bridge\\ park.jpg'].join(
        '\n',
      ),
    );
  });

  it('PowerShell asks in the form in which no empty word is lost', async () => {
    const run = commandLine(folder);
    expect((await run(['completion', 'powershell'])).stdout).toContain(
      'Register-ArgumentCompleter',
    );
    const asked = await run(['complete', '--next', '--', 'keys']);
    expect(asked.stdout).toMatch(/^list\t/);
  });

  it('another shell is refused', async () => {
    const { code, stderr } = await commandLine(folder)(['completion', 'tcsh']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('bash, zsh, fish, powershell')]);
  });
});
