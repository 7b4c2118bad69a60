import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../../../adapters/sharp/image-engine.ts';
import { loadSharp } from '../../../../adapters/sharp/load/load-sharp.ts';
import { readLayers } from '../../../../adapters/sharp/paint-overlay.ts';
import { PARAMETERS, type Parameters } from '../../../../core/transform/parameters.ts';
import { ask } from './support/ask.ts';
import { draw, drawFrames, quarters } from './support/drawing.ts';
import { type Seen, see } from './support/rendition.ts';

/** A machine whose settings draw another font of the same package for this family. */
const MACHINE = `<fontconfig>
  <dir>${join(process.cwd(), 'node_modules/dejavu-fonts-ttf/ttf')}</dir>
  <match target="pattern">
    <edit name="family" mode="assign" binding="strong"><string>DejaVu Serif</string></edit>
  </match>
</fontconfig>`;
const settings = await mkdtemp(join(tmpdir(), 'fonts-'));
await writeFile(join(settings, 'fonts.conf'), MACHINE);
process.env.FONTCONFIG_FILE = join(settings, 'fonts.conf');
afterAll(() => rm(settings, { recursive: true }));

const engine = await createSharpEngine();
const [WIDTH, HEIGHT] = [400, 100];
const under = await draw(WIDTH, HEIGHT, () => [0, 0, 0])
  .png()
  .toBuffer();
const size = { width: WIDTH, height: HEIGHT };
const escaped = (text: string) => PARAMETERS['overlay-text'].parse(text) ?? '';

async function make(text: string, requested: Parameters = {}): Promise<Seen> {
  const parameters = { 'overlay-width': 100, ...requested, 'overlay-text': escaped(text) };
  return see(await engine.render(under, ask(size, 'png', parameters)));
}

/** The columns of a result that have ink, as one sign each. */
function columnsOf(seen: Seen): string {
  const isInked = (x: number) =>
    Array.from({ length: HEIGHT }, (_, y) => seen.at(x, y)[0]).some((red) => red > 60);
  return Array.from({ length: WIDTH }, (_, x) => (isInked(x) ? '#' : ' ')).join('');
}

/** The parts between empty columns, from left to right, in pixels. */
const runsOf = (seen: Seen) =>
  columnsOf(seen)
    .trim()
    .split(/ +/)
    .map(({ length }) => length);
const digestOf = ({ data }: Seen) => Buffer.from(data).toString('latin1');

describe('overlay-text (transformations.overlay-text)', () => {
  it('lies in a box of the requested width, with a margin, in its place', async () => {
    const columns = columnsOf(await make('HH', { 'overlay-width': 25 }));
    // the box is the last 100 columns; a quarter of the font's size is its margin
    expect(columns.slice(0, 300).trim()).toBe('');
    expect([columns.slice(300, 310).trim(), columns.slice(390).trim()]).toEqual(['', '']);
    expect(columns.trim().length).toBeGreaterThan(55);
    const left = columnsOf(await make('HH', { 'overlay-width': 25, 'overlay-position': 'left' }));
    expect(left).toBe(columns.slice(300) + ' '.repeat(300));
  });

  it('has its colour, its alpha and its opacity, and leaves the rest as it was', async () => {
    const seen = await make('█', {
      'overlay-color': '20406080',
      'overlay-opacity': 50,
      'overlay-position': 'center',
    });
    expect(seen.at(200, 50)).toEqual(
      [0x20, 0x40, 0x60].map((value) => Math.round(value / 4)).concat(255),
    );
    expect(seen.at(2, 2)).toEqual([0, 0, 0, 255]);
    expect((await make('█', { 'overlay-position': 'center' })).at(200, 50)).toEqual([
      255, 255, 255, 255,
    ]);
  });

  it('joins the letters of Arabic, unless a character keeps them apart', async () => {
    expect(runsOf(await make('سسس'))).toHaveLength(1);
    expect(runsOf(await make('س\u200cس\u200cس'))).toHaveLength(3);
  });

  it('runs from right to left in Hebrew and Arabic', async () => {
    const [thinFirst, wideFirst] = [runsOf(await make('וש')), runsOf(await make('שו'))];
    expect(thinFirst[0]).toBeGreaterThan((thinFirst[1] ?? 0) * 2);
    expect(wideFirst[1]).toBeGreaterThan((wideFirst[0] ?? 0) * 2);
  });

  it.each([
    '</text><rect width="9999" height="9999" fill="red"/><text>',
    ']]><image href="file:///etc/hostname" width="99" height="99"/>',
    '<!DOCTYPE a [<!ENTITY b "c">]>&b;',
    '&#65;&amp;&lt;',
    '" onload="x" fill="red',
  ])('is letters and never markup: %s (security.overlay-text)', async (text) => {
    const letters = runsOf(await make(text)).length;
    // each visible character but a few that touch or have two parts is its own part
    expect(letters).toBeGreaterThan(text.replaceAll(' ', '').length * 0.7);
  });

  it('shows an ampersand escape as it is written', async () => {
    expect(digestOf(await make('&lt;'))).not.toBe(digestOf(await make('<')));
    expect(runsOf(await make('&lt;'))).toHaveLength(4);
  });

  it('has the bundled font, whatever fonts the machine has (security.overlay-text)', async () => {
    const seen = await make('I', { 'overlay-width': 10 });
    const inkOf = (y: number) =>
      Array.from({ length: WIDTH }, (_, x) => seen.at(x, y)[0]).filter((red) => red > 60).length;
    const inks = Array.from({ length: HEIGHT }, (_, y) => inkOf(y)).filter((ink) => ink > 0);
    // a bar without serifs
    expect(inks.length).toBeGreaterThan(20);
    expect(Math.max(...inks) - Math.min(...inks)).toBeLessThanOrEqual(1);
  });

  it('keeps its spaces', async () => {
    const gapOf = async (text: string) =>
      Math.max(
        ...[
          ...columnsOf(await make(text))
            .trim()
            .matchAll(/ +/g),
        ].map(([gap]) => gap.length),
      );
    expect(await gapOf('H   H')).toBeGreaterThan(2 * (await gapOf('H H')));
  });

  it('is on every frame of an animation', async () => {
    const frames = [quarters(40, 20), quarters(40, 20, ['green', 'blue', 'yellow', 'red'])];
    const rolled = await drawFrames(40, 20, frames).webp({ lossless: true }).toBuffer();
    const parameters = {
      'overlay-text': escaped('█'),
      'overlay-width': 100,
      'overlay-color': 'ff00ff',
      'overlay-position': 'center',
    } as const;
    const facts = { width: 40, height: 20, frames: 2, format: 'webp' } as const;
    const seen = await see(await engine.render(rolled, ask(facts, 'webp', parameters)));
    for (const frame of [0, 1]) {
      const [red, green, blue] = seen.at(20, 10, frame);
      expect([red > 240, green < 15, blue > 240]).toEqual([true, true, true]);
    }
  });

  it('is drawn in at most four megapixels, whatever the size of the result (security.overlay-text)', async () => {
    const sharp = await loadSharp();
    const drawn: number[] = [];
    const measure = async () => ({
      box: { width: 10, height: 10 },
      draw: async ({ width, height }: { width: number; height: number }) => {
        drawn.push(width * height);
        return new Uint8Array(width * height).fill(255);
      },
    });
    const { overlays } = ask({ width: 5000, height: 4000 }, 'png', {
      'overlay-text': 'O',
      'overlay-width': 100,
    });
    const [layer] = await readLayers(
      { sharp, measureText: measure, isDisplayP3: false },
      overlays,
      [],
    );
    expect(layer?.pixels).toMatchObject({ width: 4000, height: 4000, channels: 4 });
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toBeGreaterThan(3_900_000);
    expect(drawn[0]).toBeLessThanOrEqual(4_000_000);
  });

  it('starts no renderer of texts for a request without one', async () => {
    const sharp = await loadSharp();
    const started: string[] = [];
    const measure = async (text: string) => {
      started.push(text);
      return { box: { width: 1, height: 1 }, draw: async () => new Uint8Array(1) };
    };
    const drawing = { sharp, measureText: measure, isDisplayP3: false };
    expect(await readLayers(drawing, ask(size, 'png').overlays, [])).toEqual([]);
    expect(started).toEqual([]);
  });
});
