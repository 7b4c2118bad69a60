import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { configFolder } from '../../../cli/config/config-folder.ts';
import { findOpener } from '../../../cli/sign-in/open-browser.ts';
import { fakeMachine } from './support/fake-machine.ts';

/** The commands that cmd.exe lacks, a variable before a command, and single quotes. */
const POSIX_ONLY =
  /(^|&&|\|\||;|\|)\s*(rm|cp|mv|mkdir -p|cat|touch|export|test|sh|bash|env|[A-Z_]+=\S*)\s|^[^"]*'|\$\(|\$\{?[A-Z]|; |\/dev\/null/;

describe('on Windows', () => {
  it('every script of every package.json is a command of cmd.exe too', () => {
    const manifests = globSync('{package,client/package,packages/*/package}.json');
    expect(manifests.length).toBeGreaterThan(1);
    const wrong = manifests.flatMap((path) =>
      Object.entries<string>(JSON.parse(readFileSync(path, 'utf8')).scripts ?? {})
        .filter(([, command]) => POSIX_ONLY.test(command))
        .map(([name, command]) => `${path} ${name}: ${command}`),
    );
    expect(wrong).toEqual([]);
    for (const bad of [
      'rm -rf dist && tsc',
      'X=y vitest run',
      "node -e 'x'",
      'a && cp b c',
      'a $HOME',
    ]) {
      expect(POSIX_ONLY.test(bad)).toBe(true);
    }
  });

  it('the configuration is in APPDATA, else in the folder of the user', () => {
    const machine = { ...fakeMachine(), platform: 'win32' as const, homeDir: 'C:\\Users\\ann' };
    const inAppData = configFolder({ ...machine, env: { APPDATA: 'C:\\AppData' } });
    expect(inAppData).toBe('C:\\AppData\\imagewell');
    expect(configFolder(machine)).toBe('C:\\Users\\ann\\.config\\imagewell');
  });

  it('the browser is opened without cmd.exe, which reads & in an address as a command', () => {
    expect(findOpener({ env: {}, platform: 'win32' })).toEqual([
      'rundll32',
      'url.dll,FileProtocolHandler',
    ]);
    expect(findOpener({ env: { BROWSER: 'firefox -P x' }, platform: 'win32' })).toEqual([
      'firefox',
      '-P',
      'x',
    ]);
  });

  it('the command finds the Node of its package under its name there', () => {
    const text = readFileSync('bin/imagewell.js', 'utf8');
    expect(text).toContain("process.platform === 'win32' ? 'node.exe' : 'node'");
  });
});
