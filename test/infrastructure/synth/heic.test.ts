import { describe, expect, it } from 'vitest';
import { FUNCTIONS } from '../../../lib/functions.ts';
import { addService, synthesizeApp } from './support/service.ts';
import { all, type Template } from './support/template.ts';

/** The layer of decoders and the font, which these functions and the renderers always have. */
const DECODERS = '@jsquash/avif, @resvg/resvg-wasm, dejavu-fonts-ttf';

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
    expect(layersOf(off)).toEqual(['sharp', DECODERS]);
    expect(layersOf(on)).toEqual(['sharp', DECODERS, 'libheif-js']);
    const all = Object.values(FUNCTIONS);
    const forUploads = all.filter((facts) => 'takesUploads' in facts).length;
    const forTexts = all.filter((facts) => 'drawsTexts' in facts).length;
    const [none = 0, one = 0, two = 0, three = 0] = countByLayers(off);
    expect([forUploads, forTexts, two, three]).toEqual([4, 2, 6, 0]);
    expect(countByLayers(on)).toEqual([none, one, forTexts, forUploads]);
  });
});
