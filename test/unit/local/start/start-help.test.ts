import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLANS } from '../../../../core/projects/plans.ts';
import { describeStartFault } from '../../../../local/data-folder/start-fault.ts';
import { describeStartup } from '../../../../local/startup-banner.ts';
import { freePort, makeDataFolder, startService } from '../../../support/service/start-service.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const BIN = readdirSync(join(ROOT, 'bin'));
/** The CDK runs the first; the others are the command line, which has its own help. */
const WITHOUT = ['cdk-app.ts', 'cli.ts', 'imagewell.js', 'packed-cli.ts'];
const PROGRAMS = BIN.filter((name) => !WITHOUT.includes(name));

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeEach(async () => {
  folder = await makeDataFolder();
});
afterEach(() => folder.remove());

function run(program: string, args: readonly string[]) {
  const command = [join('bin', program), ...args];
  return spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8', timeout: 120_000 });
}

describe('--help', () => {
  it('is tried for every program of bin', () => {
    expect(BIN).toEqual(expect.arrayContaining(WITHOUT));
    expect(PROGRAMS).toEqual(['start.ts']);
  });

  it.each(PROGRAMS)('%s prints usage, options and an example (local.help)', (program) => {
    const { status, stdout, stderr } = run(program, ['--help']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^usage: npx imagewell start /);
    expect(stdout).toMatch(
      /\n\noptions:\n {2}--[\s\S]* {2}--help\n[\s\S]*\n\nexamples:\n {2}\S*np[mx] /,
    );
    const [, ...rest] = stdout.split('\n');
    expect(rest.filter((line) => line.length > 80)).toEqual([]);
  });

  it('says the default of an option, and the variable that stands for it (local.help)', () => {
    const { stdout } = run('start.ts', ['-h']);
    expect(stdout).toContain('(environment: PORT; default: 8080)');
    expect(stdout).toContain('--data DIR\n');
  });
});

describe('a start that can’t be says why, and the next step', () => {
  const inVain = (code: number, ...args: string[]) => {
    const { status, stdout, stderr } = run('start.ts', [...args, '--data', folder.path]);
    expect([status, stdout]).toEqual([code, '']);
    expect(stderr).toMatch(/^imagewell: [^\n]*\.\n$/);
    return stderr;
  };

  it.each([
    [['--prot', '9000'], 'did you mean --port? npx imagewell start'],
    [['--verbos'], 'did you mean --verbose?'],
    [['9000'], 'npx imagewell start --help lists the options'],
    [['--port'], 'npx imagewell start --help lists the options'],
    [['--port', '0'], '--port must be from 1 to 65535, not 0. npx imagewell start --help'],
    [['--port', 'http'], 'from 1 to 65535, not http'],
    [['--plan', 'gold'], 'free or unlimited, not gold'],
  ])('%j (local.help)', (args, says) => {
    expect(inVain(2, ...args)).toContain(says);
  });

  it('the same by npx imagewell start, before and behind global options (local.help)', () => {
    const start = (...args: string[]) => run('imagewell.js', args);
    expect(start('start', '--port', '0').stderr).toContain('from 1 to 65535, not 0');
    const late = start(
      '--data',
      folder.path,
      'start',
      '--no-sign-in',
      '--events',
      '--plan',
      'gold',
    );
    expect([late.status, late.stderr]).toEqual([
      2,
      'imagewell: --plan must be free or unlimited, not gold.\n',
    ]);
    const { stdout } = start('start', '--help');
    expect(stdout).toBe(run('start.ts', ['--help']).stdout);
    expect(start('--json', 'start', '--help').stdout).toBe(stdout);
    expect(start('--help').stdout).toMatch(/\n {2}start \[options\] +run the whole service/);
  });

  it('plans that are no JSON (local.help)', () => {
    writeFileSync(join(folder.path, 'plans.json'), '{"team": ');
    expect(run('start.ts', ['--data', folder.path]).stderr).toMatch(
      /^imagewell: \S*plans\.json: \S/,
    );
  });

  it('a port that is taken names one that may be free (local.graceful-stop)', async () => {
    const server = createServer();
    const port = await freePort();
    await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
    const said = inVain(1, '--port', String(port));
    server.close();
    expect(said).toContain(`port ${port} is in use; stop the other program`);
    expect(said).toContain(`npx imagewell start --port ${port + 1}.`);
  });

  it('an address of another machine', async () => {
    const said = inVain(1, '--host', '192.0.2.1', '--port', String(await freePort()));
    expect(said).toContain('192.0.2.1 is not an address of this machine; leave --host out');
  });

  const place = { dataDir: '/photos', port: 80, host: undefined };
  it.each([
    [
      { code: 'EACCES', syscall: 'listen' },
      'port 80 cannot be used: permission denied; choose one from 1024',
    ],
    [
      { code: 'EACCES', syscall: 'open' },
      '/photos cannot be read or written: permission denied; choose another',
    ],
    [
      { code: 'EROFS', syscall: 'mkdir' },
      'the disk of /photos is mounted read-only; mount it for writing, or choose another folder',
    ],
    [{ code: 'ENOTDIR', syscall: 'mkdir' }, 'a part of its path is a file; choose another folder'],
  ])('%j (local.help)', (fault, says) => {
    expect(describeStartFault(Object.assign(new Error('x'), fault), place)).toContain(says);
  });

  it.each([
    [[], "required option '--origin <url>' not specified"],
    [['--origin', 'example'], '--origin must be an http or https URL, not example'],
    [['--origin', 'https://example.com', '--port', 'x'], 'must be an integer from 1 to 65535'],
    [['--origin', 'https://example.com', '--prot', '9000'], 'Did you mean --port?'],
  ])('the edge with %j (local.help)', (args, says) => {
    const { status, stderr } = run('imagewell.js', ['admin', 'edge', ...args]);
    expect(status).toBe(2);
    expect(stderr).toContain(says);
    expect(stderr).not.toMatch(/^\s+at |node:internal/m);
  });
});

describe('the startup banner', () => {
  const credentials = {
    baseUrl: 'http://127.0.0.1:8080',
    cdnUrl: 'http://127.0.0.1:8080',
    projectId: `prj_${'a'.repeat(26)}`,
    apiKey: `private_${'a'.repeat(36)}`,
    uploadKey: `upl_${'a'.repeat(36)}`,
  };
  const facts = {
    dataDir: '.data',
    plan: PLANS.free,
    isLifted: false,
    isTerminal: true,
    isVerbose: false,
  };

  it('is short and fits a terminal of 80 columns (local.startup-banner)', () => {
    const lines = describeStartup(credentials, facts).split('\n');
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines).toContain(`API_KEY=${credentials.apiKey}`);
    expect(lines).toContain('  no limits    npx imagewell start --plan unlimited');
  });

  it('of a plan without limits offers none, and of a pipe shows no key (local.startup-banner)', () => {
    const text = describeStartup(credentials, {
      ...facts,
      plan: PLANS.unlimited,
      isTerminal: false,
    });
    expect(text).toContain('unlimited: no limits\n');
    expect(text).not.toContain('--plan');
    expect(text).not.toContain(credentials.apiKey);
  });

  it('--open opens the page once the service answers (local.startup-banner)', async () => {
    const opened = join(folder.path, 'opened');
    const browser = join(folder.path, 'browser.mjs');
    writeFileSync(
      browser,
      `import { writeFileSync } from 'node:fs';
       const answer = await fetch(process.argv[2] + 'res/x');
       writeFileSync(${JSON.stringify(opened)}, process.argv[2] + ' ' + answer.status);`,
    );
    process.env.IMAGEWELL_BROWSER = `${process.execPath} ${browser}`;
    const data = await makeDataFolder();
    const service = await startService(data.path, '--open').finally(() => {
      delete process.env.IMAGEWELL_BROWSER;
    });
    const read = () => {
      try {
        return readFileSync(opened, 'utf8');
      } catch {
        return '';
      }
    };
    await expect.poll(read).toBe(`${service.baseUrl}/ 404`);
    await service.stop();
    await data.remove();
  });
});
