// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the bugs stand in templates
import type { PlantedBug } from './planted-bug.ts';

const TRANSFORMATION = 'core/transform/transformation.ts';
const EFFECTS = 'core/transform/effects.ts';
const COMMON = {
  kind: 'a copied name in the rendition key',
  test: 'test/unit/core/transform/key-parts-distinct.test.ts',
} as const;

/** In the rendition key: two results would share one stored object. */
export const RENDITION_KEY_BUGS: readonly PlantedBug[] = [
  { ...COMMON, file: EFFECTS, old: "word: 'sat'", new: "word: 'contrast'" },
  { ...COMMON, file: EFFECTS, old: "word: 'gray'", new: "word: 'negate'" },
  { ...COMMON, file: EFFECTS, old: "word: 'blur'", new: "word: 'sharpen'" },
  { ...COMMON, file: EFFECTS, old: "word: 'tint'", new: "word: 'on'" },
  { ...COMMON, file: TRANSFORMATION, old: 'x${border.color}`', new: 'x`' },
  { ...COMMON, file: TRANSFORMATION, old: '[crop.x, crop.y,', new: '[crop.y, crop.y,' },
  { ...COMMON, file: TRANSFORMATION, old: '${place.left}x${place.top}', new: '${place.left}x0' },
  { ...COMMON, file: TRANSFORMATION, old: 'pad.bottom, pad.left].join', new: 'pad.bottom].join' },
  {
    ...COMMON,
    file: 'core/transform/key-parts.ts',
    old: "'bottom-left': 'sw'",
    new: "'bottom-left': 'se'",
  },
  {
    ...COMMON,
    file: 'core/transform/key-parts.ts',
    old: 'in${resize.inner.width}x${resize.inner.height}',
    new: 'in${resize.inner.width}',
  },
  ...[
    ['gamma: parameter(decimal(0.1, 10), 1)', 'gamma: parameter(decimal(0.1, 10))'],
    ["MARGINS), '0')", 'MARGINS))'],
    ["'overlay-color': parameter(color, WHITE)", "'overlay-color': parameter(color)"],
    ["point), 'bottom-right')", 'point))'],
  ].map(([old = '', planted = '']) => ({
    kind: 'a value that comes to the same as none',
    file: 'core/transform/parameters.ts',
    old,
    new: planted,
    test: 'test/unit/core/transform/every-parameter.test.ts',
  })),
];
