import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../../cli/run-command-line.ts';
import { fakeMachine } from '../support/fake-machine.ts';

const IMAGE = `https://cdn.example.com/res/img_${'b'.repeat(26)}.jpg`;
const LAMP = 'https://acme.imgix.net/shop/lamp.jpg?w=300&fit=max&blur=20';
const CHAIR = 'https://acme.imgix.net/shop/chair.jpg';
let folder: string;
const here = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translate-'));
  await writeFile(here('old.txt'), `${LAMP}\r\n\n  ${CHAIR}\n`);
  await writeFile(
    here('table.csv'),
    `old,new\r\nhttps://files.example.com/shop/lamp.jpg,${IMAGE}\r\n`,
  );
  const place = { service: 'http://x', project: null, source: 'photos' };
  const saved = { key: 'a', address: 'shop/chair.jpg', state: 'saved', imageUrl: IMAGE };
  await writeFile(here('manifest.jsonl'), `${JSON.stringify(place)}\n${JSON.stringify(saved)}\n`);
});
afterAll(() => rm(folder, { recursive: true }));

async function run(...args: readonly string[]) {
  const machine = fakeMachine();
  const code = await runCommandLine(['translate', ...args], machine, []);
  return { code, printed: machine.printed() };
}
const linesOf = (text: string) => text.trim().split('\n');

describe('imagewell translate', () => {
  it('prints the new address and each loss, and ends with a code of its own', async () => {
    const { code, printed } = await run(LAMP, '--table', here('table.csv'));
    expect([code, linesOf(printed)]).toEqual([
      8,
      [
        LAMP,
        `  ${IMAGE}?width=300`,
        expect.stringMatching(/^ {2}unmappable: blur: The scale of the strength/),
      ],
    ]);
  });

  it('prints the parameters alone without a table', async () => {
    const { code, printed } = await run(`${LAMP}&fm=webp`);
    expect([code, linesOf(printed)[1]]).toEqual([8, '  .webp?width=300']);
  });

  it('prints an object a line with --json, and ends with 1 if an address has no image', async () => {
    const args = ['--file', here('old.txt'), '--table', here('table.csv'), '--json'];
    const { code, printed } = await run(...args);
    const [lamp, chair, ...more] = linesOf(printed).map((line) => JSON.parse(line));
    expect([code, more]).toEqual([1, []]);
    expect(lamp).toMatchObject({ service: 'imgix', new: `${IMAGE}?width=300`, format: null });
    expect(lamp.notes).toMatchObject([{ parameter: 'blur', effect: 'unmappable' }]);
    expect(chair).toMatchObject({ old: CHAIR, name: 'shop/chair.jpg', new: null });
    expect(chair.fault).toContain('no image of this name');
  });

  it('takes the manifest of an import for a table', async () => {
    const { code, printed } = await run(CHAIR, '--table', here('manifest.jsonl'));
    expect([code, linesOf(printed)]).toEqual([0, [CHAIR, `  ${IMAGE}`]]);
  });

  it('takes the latest image of a manifest, and no line that a kill cut off', async () => {
    const later = IMAGE.replaceAll('b', 'c');
    const line = { key: 'a', address: 'shop/chair.jpg', state: 'saved', imageUrl: later };
    const before = await readFile(here('manifest.jsonl'), 'utf8');
    await writeFile(here('again.jsonl'), `${before}${JSON.stringify(line)}\n{"key":"b","sta`);
    const { code, printed } = await run(CHAIR, '--table', here('again.jsonl'));
    expect([code, linesOf(printed)]).toEqual([0, [CHAIR, `  ${later}`]]);
  });

  it('prints a table for routes with --csv, without the addresses that have no image', async () => {
    const args = ['--file', here('old.txt'), '--table', here('table.csv'), '--csv'];
    const { code, printed } = await run(...args);
    expect([code, printed]).toEqual([1, `old,new\r\n${LAMP},${IMAGE}?width=300\r\n`]);
  });

  it('reads addresses from the standard input, and asks a terminal for none', async () => {
    const machine = fakeMachine();
    machine.type(`${CHAIR}\n${LAMP}\n`);
    machine.endInput();
    const code = await runCommandLine(['translate', '--json'], machine, []);
    expect([code, linesOf(machine.printed()).length]).toEqual([8, 2]);
    expect(await runCommandLine(['translate'], fakeMachine({ isTerminal: true }), [])).toBe(2);
  });

  it('refuses a file that is no table, and --csv without one', async () => {
    expect((await run(LAMP, '--table', here('old.txt'))).code).toBe(2);
    expect((await run(LAMP, '--table', here('none.csv'))).code).toBe(2);
    expect((await run(LAMP, '--csv')).code).toBe(2);
    expect((await run(LAMP, '--file', here('old.txt'))).code).toBe(2);
    expect((await run('https://img.example.com/a.jpg', '--from', 'other')).code).toBe(2);
  });
});
