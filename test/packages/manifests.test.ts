import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const readManifest = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'));
const project = readManifest('package.json');
const packages = ['client/package.json', ...globSync('packages/*/package.json').sort()];

describe.each(packages)('%s', (path) => {
  const { version, license, engines, dependencies = {} } = readManifest(path);

  it('has the version and the licence of the project', () => {
    expect({ version, license }).toEqual({ version: project.version, license: project.license });
  });

  it('says which Node it needs', () => {
    expect(engines?.node).toMatch(/^>=\d+/);
  });

  it('has exact versions of the packages that it is tested with', () => {
    const known = project.dependencies ?? {};
    for (const [name, exact] of Object.entries(dependencies)) expect(exact).toBe(known[name]);
  });
});
