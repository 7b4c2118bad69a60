import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const plain = (pattern: string) => pattern.replace(/^\*\*\//, '').replace(/\/\*?$/, '');

it('the Dockerfile has the Node of this project, by its tag', () => {
  const node = readFileSync('.nvmrc', 'utf8').trim();
  const [, image] = /^ARG NODE_IMAGE=(\S+)$/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
  expect(image).toBe(`docker.io/library/node:${node}-trixie-slim`);
});

it('a build sees nothing that git ignores, but for a packed package', () => {
  const ignored = linesOf('.dockerignore').map(plain);
  const open = linesOf('.gitignore').filter((pattern) => !ignored.includes(plain(pattern)));
  expect(open).toEqual([]);
  const exceptions = linesOf('.dockerignore').filter((line) => line.startsWith('!'));
  expect(exceptions).toEqual([
    '!.build/packages',
    '!.build/packages/imagewell-[0-9]*.tgz',
    '!settings/example.json',
  ]);
});
