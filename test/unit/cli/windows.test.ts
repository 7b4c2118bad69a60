import { globSync, readFileSync } from 'node:fs';
import { matchesGlob, posix, win32 } from 'node:path';
import { describe, expect, it } from 'vitest';
import { configFolder } from '../../../cli/config/config-folder.ts';
import { findOpener } from '../../../cli/sign-in/open-browser.ts';
import {
  checkFileName,
  isGlob,
  isHidden,
  keyOfFile,
  namesHidden,
  pathWithin,
  sameFile,
} from '../../../cli/upload/file-paths.ts';
import { quoteWord } from '../../../local/operator-commands.ts';
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

  it('a command for the operator is quoted for cmd.exe and PowerShell', () => {
    expect(quoteWord('C:\\Users\\ann\\data', 'win32')).toBe('C:\\Users\\ann\\data');
    expect(quoteWord("C:\\Ann's photos", 'win32')).toBe('"C:\\Ann\'s photos"');
    expect(quoteWord("Ann's photos", 'linux')).toBe("'Ann'\\''s photos'");
  });

  it('no program is started by a name that is a .cmd file there, nor by a shell', () => {
    const files = globSync('{admin,bin,cli,local,adapters,packages/imagewell}/**/*.{ts,js,cjs}');
    const started = files.flatMap((file) => {
      const calls = readFileSync(file, 'utf8').matchAll(/\b(spawn|execFile(Sync)?)\(\s*([^,\s]+)/g);
      return [...calls].map(([, , , program = '']) => program);
    });
    expect(started.length).toBeGreaterThan(4);
    const known = [
      'process.execPath',
      'command',
      'at(`../node_modules/node/bin/${process.platform',
    ];
    expect(started.filter((program) => !known.includes(program))).toEqual([]);
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

  it('paths become keys with slashes, and those of another drive or share stay whole', () => {
    const key = (path: string) => keyOfFile('C:\\work', path, win32);
    expect(key('C:\\work\\photos\\a b.jpg')).toBe('photos/a b.jpg');
    expect(key('c:\\WORK\\photos\\a.jpg')).toBe('photos/a.jpg');
    expect(key('C:/work/photos/a.jpg')).toBe('photos/a.jpg');
    expect(key('C:\\other\\a.jpg')).toBe('../other/a.jpg');
    expect(key('D:\\photos\\a.jpg')).toBe('D:/photos/a.jpg');
    expect(key('\\\\nas\\share\\a.jpg')).toBe('//nas/share/a.jpg');
    expect(key('\\\\?\\C:\\long\\a.jpg')).toContain('C:/long/a.jpg');
    expect(pathWithin('photos', 'photos\\2026\\a.jpg', win32)).toBe('2026/a.jpg');
    // elsewhere a backslash is a sign of a name
    expect(pathWithin('/photos', '/photos/a\\b.jpg', posix)).toBe('a\\b.jpg');
  });

  it('a file is one, whatever the case and the slashes of its path', () => {
    const forms = ['C:\\Photos\\A.jpg', 'c:/photos/a.JPG', 'C:\\photos\\.\\x\\..\\a.jpg'];
    expect(new Set(forms.map((path) => sameFile(path, win32))).size).toBe(1);
    expect(sameFile('/a/B.jpg', posix)).not.toBe(sameFile('/a/b.jpg', posix));
  });

  it('globs have either slash, drives too, and hidden files are known by their last name', () => {
    expect(isGlob('C:\\photos\\**\\*.jpg')).toBe(true);
    expect(isGlob('C:\\photos\\a.jpg')).toBe(false);
    expect(win32.matchesGlob('C:\\photos\\2026\\a.jpg', 'C:\\photos\\**\\*.jpg')).toBe(true);
    expect(win32.matchesGlob('photos\\a.jpg', 'photos/*.jpg')).toBe(true);
    expect(matchesGlob('photos/a.jpg', 'photos/*.jpg')).toBe(true);
    for (const pattern of ['.g\\*.jpg', 'C:\\photos\\.g\\*', 'a/.*.jpg', '{.a,b}/*']) {
      expect(namesHidden(pattern), pattern).toBe(true);
    }
    for (const pattern of ['a\\*.jpg', '..\\*.jpg', './*.jpg']) {
      expect(namesHidden(pattern), pattern).toBe(false);
    }
    expect([isHidden('C:\\a\\.git', win32), isHidden('C:\\.a\\b.jpg', win32)]).toEqual([
      true,
      false,
    ]);
    expect([isHidden('..\\..', win32), isHidden('.\\.x.jpg', win32)]).toEqual([false, true]);
  });

  it('no file is written under the name of a device', () => {
    const refused = [
      'NUL',
      'nul.jsonl',
      'C:\\x\\con',
      'COM1.csv',
      'lpt9',
      'aux .txt',
      'a.jsonl:b',
      'a.csv.',
      'CONIN$',
    ];
    for (const path of refused) {
      expect(() => checkFileName(path, 'win32'), path).toThrow('no name of a file');
      expect(() => checkFileName(path, 'linux')).not.toThrow();
    }
    for (const path of ['C:\\x\\a.jsonl', 'console.csv', 'D:a.jsonl', 'nul-1.csv', 'com10.csv']) {
      expect(() => checkFileName(path, 'win32'), path).not.toThrow();
    }
  });
});
