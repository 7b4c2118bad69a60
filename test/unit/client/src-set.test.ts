import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SrcSetOptions, srcSet } from '../../../client/src/src-set.ts';

const url = `https://cdn.example.com/res/img_${'a'.repeat(26)}.jpg`;
const read = (text: string) =>
  text.split(', ').map((entry) => {
    const [address = '', descriptor = ''] = entry.split(' ');
    const requested = Number(new URL(address).searchParams.get('width'));
    return { address, requested, real: Number(descriptor.slice(0, -1)) };
  });
const realOf = (...all: Parameters<typeof srcSet>) => read(srcSet(...all)).map(({ real }) => real);

const width = fc.integer({ min: 1, max: 8192 });
const widths = fc.array(width, { minLength: 1, maxLength: 12 });

describe('srcSet', () => {
  it('has five widths where none are named', () => {
    expect(srcSet(url)).toBe(
      [320, 640, 960, 1280, 1920].map((entry) => `${url}?width=${entry} ${entry}w`).join(', '),
    );
  });

  it('requests no width above the original, and the original’s width once (transformations.enlarging)', () => {
    expect(realOf({ imageUrl: url, width: 1000 })).toEqual([320, 640, 960, 1000]);
    expect(realOf({ imageUrl: url, width: 960 })).toEqual([320, 640, 960]);
    expect(realOf({ imageUrl: url, width: 200 })).toEqual([200]);
    expect(realOf({ imageUrl: url, width: 6000 })).toEqual([320, 640, 960, 1280, 1920]);
  });

  it('takes a list of widths, in any order and with repeats', () => {
    expect(realOf(url, [800, 400, 800])).toEqual([400, 800]);
  });

  it('has a format and a quality in common', () => {
    expect(srcSet(url, { widths: [400], format: 'webp', quality: 70 })).toBe(
      `${url.replace('.jpg', '.webp')}?width=400&quality=70 400w`,
    );
  });

  it('raises each width to one that the project allows', () => {
    const allowedWidths = [1600, 400, 800];
    expect(realOf(url, { allowedWidths })).toEqual([400, 800, 1600]);
    expect(realOf(url, { widths: [399, 400, 401], allowedWidths })).toEqual([400, 800]);
    expect(realOf(url, { widths: [2000], allowedWidths })).toEqual([1600]);
    const narrow = read(srcSet({ imageUrl: url, width: 1000 }, { allowedWidths }));
    expect(narrow.map(({ requested }) => requested)).toEqual([400, 800, 1600]);
    expect(narrow.map(({ real }) => real)).toEqual([400, 800, 1000]);
  });

  it('holds its rules on random widths, originals and lists', () => {
    fc.assert(
      fc.property(widths, width, fc.option(widths), (wanted, original, allowed) => {
        const options: SrcSetOptions = { widths: wanted, allowedWidths: allowed ?? [] };
        const result = read(srcSet({ imageUrl: url, width: original }, options));
        const real = result.map((entry) => entry.real);
        expect(real).toEqual([...new Set(real)].sort((a, b) => a - b));
        expect(Math.max(...real)).toBeLessThanOrEqual(original);
        expect(result.length).toBeGreaterThan(0);
        expect(result.length).toBeLessThanOrEqual(new Set(wanted).size);
        for (const entry of result) {
          expect(entry.real).toBe(Math.min(entry.requested, original));
          if (allowed) expect(allowed).toContain(entry.requested);
          else expect(entry.requested).toBeLessThanOrEqual(original);
        }
      }),
    );
  });

  it('has every width that is asked for, each at most as wide as the original', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 12 }),
        fc.option(fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 })),
        (wanted, original, allowed) => {
          const within = allowed
            ? wanted.map((one) => {
                const reaching = allowed.filter((other) => other >= one);
                return reaching.length > 0 ? Math.min(...reaching) : Math.max(...allowed);
              })
            : wanted;
          const due = [...new Set(within.map((one) => Math.min(one, original)))];
          const options: SrcSetOptions = { widths: wanted, allowedWidths: allowed ?? [] };
          expect(realOf({ imageUrl: url, width: original }, options)).toEqual(
            due.sort((one, other) => one - other),
          );
        },
      ),
      { numRuns: 400 },
    );
  });

  it('is typed: a parameter that decides the width in another way does not compile', () => {
    // @ts-expect-error a device ratio is expressed by the descriptors
    const wrong = () => srcSet(url, { dpr: 2 });
    expect(wrong).toBeTypeOf('function');
  });
});
