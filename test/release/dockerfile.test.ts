import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WORKFLOW_FILES } from '../support/workflows/workflow.ts';

const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const plain = (pattern: string) => pattern.replace(/^\*\*\//, '').replace(/\/\*?$/, '');

const DIGEST = /@sha256:[0-9a-f]{64}$/;
const dockerfile = readFileSync('Dockerfile', 'utf8');
const [, nodeImage = ''] = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile) ?? [];

/** The fallbacks of variables, as Compose reads them, in place of the variables. */
const withFallbacks = (text: string) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

/** Every image that something is built from or that runs, but for those that a build makes. */
function imagesOf(file: string): readonly string[] {
  const text = withFallbacks(readFileSync(file, 'utf8'));
  const written = [...text.matchAll(/(?:^ +image: |\bimage=|^FROM (?:--\S+ )?)(\S+)/gm)];
  const names = written.map(([, name = '']) => name.replace(/^\$\{NODE_IMAGE\}$/, nodeImage));
  return names.filter((name) => name !== 'imagewell' && !/^(?:package-of|")/.test(name));
}

it('the Dockerfile has the Node of this project', () => {
  const node = readFileSync('.nvmrc', 'utf8').trim();
  expect(nodeImage.replace(DIGEST, '')).toBe(`docker.io/library/node:${node}-trixie-slim`);
});

const FILES = [
  'Dockerfile',
  'localstack-compose.yml',
  'deploy/docker/compose.yml',
  ...WORKFLOW_FILES.filter((file) => readFileSync(file, 'utf8').includes('image=docker.io')),
];
it.each(FILES)('%s: every image has a tag and a digest (security.publishing-rights)', (file) => {
  const images = imagesOf(file);
  expect(images.length).toBeGreaterThan(0);
  for (const image of images) expect(image).toMatch(/:v?\d[\w.-]*@sha256:[0-9a-f]{64}$/);
});

it('one version of an image has one digest everywhere (security.publishing-rights)', () => {
  const images = new Set(
    FILES.flatMap(imagesOf).map((name) => name.replace(/^docker\.io\/(?:library\/)?/, '')),
  );
  const tags = [...images].map((name) => name.replace(DIGEST, ''));
  expect(tags).toEqual([...new Set(tags)]);
});

it('the image installs from the lockfile alone (security.publishing-rights)', () => {
  expect(dockerfile).toContain('npm ci --workspace packages/imagewell');
  expect(dockerfile).not.toMatch(/npm (?:install|i|update|exec)\b|npx|no-package-lock/);
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
