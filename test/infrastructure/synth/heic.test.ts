import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../lib/functions.ts';
import { addService, synthesizeApp } from './support/service.ts';
import { all, type Template } from './support/template.ts';

/** The layer of sharp and the font of texts, which renderers have alone. */
const SHARP = 'sharp, dejavu-fonts-ttf';
/** The layer of decoders, which the functions for uploads always have. */
const DECODERS = '@jsquash/avif, @resvg/resvg-wasm';

const synthesize = (heicUploads?: boolean) =>
  synthesizeApp((stack) => {
    addService(stack, 'Images', { heicUploads });
  });

const layersOf = (template: Template) =>
  all(template, 'AWS::Lambda::LayerVersion').map(([, { Properties }]) => Properties.Description);

/** The number of functions by their number of layers. */
function countByLayers(template: Template): number[] {
  const counts = [0, 0, 0, 0];
  for (const [, { Properties }] of all(template, 'AWS::Lambda::Function')) {
    const layers = (Properties.Layers as unknown[] | undefined)?.length ?? 0;
    counts[layers] = (counts[layers] ?? 0) + 1;
  }
  return counts;
}

describe('the setting heic', () => {
  it('adds a layer to the functions for uploads alone, and none without it (uploads.heic)', () => {
    const [off, on] = [synthesize(), synthesize(true)];
    expect(layersOf(off)).toEqual([SHARP, DECODERS]);
    expect(layersOf(on)).toEqual([SHARP, DECODERS, 'libheif-js']);
    const all = Object.values(FUNCTIONS);
    const forUploads = all.filter((facts) => 'takesUploads' in facts).length;
    const [none = 0, one = 0, two = 0, three = 0] = countByLayers(off);
    expect([forUploads, one, two, three]).toEqual([4, 2, 4, 0]);
    expect(countByLayers(on)).toEqual([none, one, 0, forUploads]);
  });
});
