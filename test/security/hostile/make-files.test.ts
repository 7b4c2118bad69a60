import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { HostileFile } from '../../support/hostile/hostile-file.ts';
import { makeHostileFiles } from '../../support/hostile/make-files.ts';
import { makeMutants } from '../../support/hostile/make-mutants.ts';
import {
  makeAvifSeeds,
  makeBmpSeeds,
  makeHeicSeeds,
  makeSeeds,
} from '../../support/hostile/make-seeds.ts';
import { makeSvgMutants } from '../../support/hostile/make-svg-mutants.ts';
import { findCanaries } from '../../support/images/canaries.ts';

const LARGEST_UPLOAD_BYTES = 4_500_000;
const digest = (files: readonly HostileFile[]) =>
  files.map(({ name, bytes }) => name + createHash('sha256').update(bytes).digest('hex'));

describe('hostile files', () => {
  let files: HostileFile[];
  beforeAll(async () => {
    files = await makeHostileFiles(1, 210, 60);
  });

  it('are at least 300, of every class, each with its own name', () => {
    expect(files.length).toBeGreaterThanOrEqual(300);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    const classes = new Set(files.map(({ name }) => name.split('/')[0]));
    const all = ['bomb', 'cut', 'mutant', 'noise', 'polyglot', 'wrong type'];
    expect([...classes].sort()).toEqual(all);
  });

  it('are the same for the same seed and others for another', async () => {
    const seeds = await makeSeeds();
    const ours = digest(files.filter(({ name }) => name.startsWith('mutant/')));
    const again = [
      ...makeMutants(seeds, 210, 1),
      ...makeMutants(makeHeicSeeds(), 60, 1),
      ...makeMutants(await makeAvifSeeds(), 60, 1),
      ...makeMutants(makeBmpSeeds(), 60, 1),
      ...makeSvgMutants(60, 1),
    ];
    expect(digest(again)).toEqual(ours);
    const others = new Set(digest(makeMutants(seeds, 210, 2)));
    expect(ours.filter((candidate) => others.has(candidate))).toEqual([]);
  });

  it('are small enough to come in', () => {
    const large = files.filter(({ bytes }) => bytes.length > LARGEST_UPLOAD_BYTES);
    expect(large.map(({ name }) => name)).toEqual([]);
  });

  it('carry a canary in every polyglot', () => {
    const polyglots = files.filter(({ name }) => name.startsWith('polyglot/'));
    const silent = polyglots.filter(({ bytes }) => findCanaries(bytes).length === 0);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
