import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeHelp } from '../../../../admin/program-help.ts';
import { START_HELP } from '../../../../admin/start-options.ts';
import { ENVIRONMENT } from '../../../../cli/environment.ts';
import {
  readServiceSettings,
  SETTING_NAMES,
  type SettingSources,
} from '../../../../local/settings/read-settings.ts';
import { SERVICE_SETTINGS } from '../../../../local/settings/service-settings.ts';
import { flagOf, type Setting, variableOf } from '../../../../local/settings/setting.ts';
import {
  describeSettingFaults,
  findConflicts,
  hasDevelopmentSignIn,
} from '../../../../local/settings/start-plan.ts';

const FILE = 'imagewell.json';
const read = (sources: Partial<SettingSources>, file?: unknown) =>
  readServiceSettings({
    args: file === undefined ? [] : ['--config', FILE],
    env: {},
    readFile: () => (typeof file === 'string' ? file : JSON.stringify(file)),
    ...sources,
  });
const valid = (...args: string[]) => {
  const { settings, faults, sourceOf } = read({ args });
  expect(faults).toEqual([]);
  if (!settings) throw new Error('no settings');
  return { settings, conflicts: findConflicts(settings, sourceOf) };
};

describe('the settings of a start', () => {
  it('have defaults', () => {
    const { settings } = valid();
    expect(settings).toMatchObject({ port: 8080, data: '.data', metrics: 'loopback' });
    expect(settings).toMatchObject({ events: false, publicUrl: undefined, audienceClaim: 'aud' });
  });

  it('come from flags before variables, and from those before the file (local.settings)', () => {
    const config = ['--config', FILE];
    const file = { port: 1001, publicUrl: 'https://file.example.com', trustProxy: ['loopback'] };
    const env = { PORT: '1002', IMAGEWELL_EVENTS: 'true', IMAGEWELL_CDN_URL: '' };
    const { settings, sourceOf } = read({ args: [...config, '--port=1003'], env }, file);
    expect(settings).toMatchObject({
      port: 1003,
      publicUrl: 'https://file.example.com',
      trustProxy: ['loopback'],
      events: true,
      cdnUrl: undefined,
    });
    expect(sourceOf('port')).toBe('--port');
    expect(sourceOf('events')).toBe('the variable IMAGEWELL_EVENTS');
    expect(sourceOf('publicUrl')).toBe(`publicUrl in ${FILE}`);
    expect(read({ args: config, env: { PORT: '1002' } }, file).settings?.port).toBe(1002);
    expect(read({}, file).settings?.port).toBe(1001);
    const named = { IMAGEWELL_CONFIG: FILE };
    expect(read({ args: [], env: named }, file).settings?.port).toBe(1001);
  });

  it('report all faults of all sources together, each with its source (local.settings)', () => {
    const args = ['--config', FILE, '--prot', '1', '--metrics', 'all', '9000', '--cdn-url'];
    const env = { PORT: '0', IMAGEWELL_EVENTS: 'yes' };
    const file = { publicURL: 'https://a.example', port: '80', host: null, trustProxy: [1] };
    const { settings, faults } = read({ args, env }, file);
    expect(settings).toBeUndefined();
    expect(faults).toEqual([
      `publicURL in ${FILE} is not a setting; did you mean publicUrl?`,
      `port in ${FILE} must be a number, not "80"`,
      `trustProxy in ${FILE} must be a list of texts, not [1]`,
      '--prot is not an option; did you mean --port?',
      '9000 is not an option',
      '--cdn-url needs a value',
      'the variable PORT must be from 1 to 65535, not 0',
      'the variable IMAGEWELL_EVENTS must be true or false, not yes',
      '--metrics must be loopback, any, off, not all',
    ]);
    const said = describeSettingFaults(faults, 'Help.').split('\n');
    expect(said[0]).toBe('9 settings are invalid:');
    expect(said.slice(1, -1).every((line) => line.startsWith('  '))).toBe(true);
  });

  it.each([
    ['[1]', 'must be a JSON object'],
    ['{"port": ', 'cannot be read'],
  ])('of the file %s are refused', (file, says) => {
    expect(read({}, file).faults).toEqual([expect.stringContaining(says)]);
  });

  it('of a file that is missing are refused, and an invalid value that a flag outranks', () => {
    const missing = readServiceSettings({ args: ['--config', '/nowhere/x.json'], env: {} });
    expect(missing.faults).toEqual(['/nowhere/x.json does not exist']);
    expect(read({ args: ['--port', '9000'], env: { PORT: 'x' } }).faults).toHaveLength(1);
    expect(read({}, { config: 'other.json' }).faults).toEqual([
      expect.stringContaining('is not a setting'),
    ]);
  });

  it.each([
    ['--public-url', 'images.example.com'],
    ['--public-url', 'https://images.example.com/path'],
    ['--public-url', 'https://ann@images.example.com'],
    ['--cdn-url', 'ftp://images.example.com'],
    ['--issuer', 'http://accounts.example.com'],
    ['--trust-proxy', '10.0.0.0/33'],
    ['--trust-proxy', 'loopback,everybody'],
    ['--objects', 'https://bucket'],
    ['--objects', 's3://bucket?endpont=https://s3.example.com'],
    ['--objects', 's3://bucket?prefix=a/../b'],
    ['--objects', 's3://key:secret@bucket'],
  ])('%s %s is refused', (...args) => {
    expect(read({ args }).faults).toEqual([expect.stringContaining(`${args[0]} must be `)]);
  });

  it('read addresses, networks and places', () => {
    const { settings } = valid(
      '--public-url=https://Images.example.com/',
      '--trust-proxy=::1, 10.0.0.0/8,private',
      '--objects=s3://photos?endpoint=http://127.0.0.1:7070&region=eu&prefix=a/b',
    );
    expect(settings.publicUrl).toBe('https://images.example.com');
    expect(settings.trustProxy).toEqual(['::1', '10.0.0.0/8', 'private']);
    expect(settings.objects).toEqual({
      bucket: 'photos',
      endpoint: 'http://127.0.0.1:7070',
      region: 'eu',
      prefix: 'a/b/',
    });
  });
});

describe('the development issuer', () => {
  const PUBLIC = ['--public-url', 'https://images.example.com'];
  it.each([
    [[], true],
    [['--public-url', 'http://localhost:8080'], false],
    [['--host', '127.0.0.1'], true],
    [['--no-sign-in'], false],
    [PUBLIC, false],
    [['--public-url', 'http://127.0.0.1.evil.example'], false],
    [['--host', '0.0.0.0'], false],
    [['--issuer', 'https://accounts.example.com', '--audience', 'images'], false],
  ])('with %j is on: %s (local.sign-in)', (args, isOn) => {
    expect(hasDevelopmentSignIn(valid(...args).settings)).toBe(isOn);
  });

  it.each([
    [[...PUBLIC, '--development-sign-in'], 'is refused with a public address'],
    [['--host', '0.0.0.0', '--development-sign-in'], 'is refused with a public address'],
    [['--no-sign-in', '--development-sign-in'], 'contradicts --no-sign-in'],
    [['--issuer', 'https://a.example.com'], '--issuer needs --audience'],
    [['--audience', 'a'], '--audience needs --issuer'],
    [['--trust-proxy', 'loopback'], '--trust-proxy needs --public-url'],
    [['--loopback-webhooks'], '--loopback-webhooks needs --events'],
    [[...PUBLIC, '--events', '--loopback-webhooks'], 'is refused with a public address'],
    [['--host', '0.0.0.0', '--events', '--loopback-webhooks'], 'is refused with a public'],
  ])('%j is refused (local.settings)', (args, says) => {
    expect(valid(...args).conflicts).toEqual([expect.stringContaining(says)]);
  });

  it('may be required where it is on', () => {
    expect(valid('--development-sign-in').conflicts).toEqual([]);
  });
});

describe('the table of settings', () => {
  it('names each variable once, and none of the command line', () => {
    const table: readonly [string, Setting<unknown>][] = Object.entries(SERVICE_SETTINGS);
    const variables = table.map(([name, setting]) => variableOf(name, setting));
    expect(new Set(variables).size).toBe(variables.length);
    const shared = variables.filter((name) => name in ENVIRONMENT);
    expect(shared).toEqual(['DATA_DIR', 'IMAGEWELL_OBJECTS']); // the same places
  });

  it('is all in help, and in the schema of a settings file', () => {
    const help = describeHelp(START_HELP);
    const { properties } = JSON.parse(readFileSync('docs/settings.schema.json', 'utf8'));
    for (const name of SETTING_NAMES) expect(help).toContain(`\n  --${flagOf(name)}`);
    const inFile = SETTING_NAMES.filter((name) => name !== 'config');
    expect(Object.keys(properties)).toEqual(['$schema', ...inFile]);
  });
});
