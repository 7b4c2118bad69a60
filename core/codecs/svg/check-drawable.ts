import type { SvgElement } from './svg-element.ts';
import { refuseUndrawn } from './svg-faults.ts';

const PLACE = ['x', 'y'];
/** Of a sum of single precision, as browsers compute it. */
const NEAR_ZERO = 1e-6;
const SUBREGION = [...PLACE, 'width', 'height'];

/** Facts of an element by those around it. */
interface Around {
  /** The space that colours are computed in. */
  readonly space: string;
  /** In a mask that reads colours, or in a gradient. */
  readonly hasColours: boolean;
  /** A filter's steps are in shares of the element's box. */
  readonly isOfBox: boolean;
}

const OUTSIDE: Around = { space: 'sRGB', hasColours: false, isOfBox: false };

/** A browser places the element by the box of the filtered one, and an image by the region. */
function checkImageStep({ attributes }: SvgElement, { isOfBox }: Around): void {
  const isElement = attributes.get('href')?.startsWith('#');
  const has = (name: string) => attributes.has(name);
  if (isElement ? isOfBox || PLACE.some(has) : isOfBox && !SUBREGION.some(has)) {
    refuseUndrawn('feImage with a place');
  }
}

/** Numbers of a list; NaN for other words. */
const numbersOf = (text: string | undefined) =>
  (text ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);

/** The steps of a filter, each with a use that the renderer draws in another way than browsers. */
const STEPS: Readonly<Record<string, (step: SvgElement, around: Around) => string | undefined>> = {
  feTile: () => 'feTile',
  feTurbulence: ({ attributes }) =>
    attributes.get('stitchTiles') === 'stitch' ? 'stitchTiles' : undefined,
  feFlood: ({ attributes }) => {
    const sides = SUBREGION.filter((name) => attributes.has(name)).length;
    return sides > 0 && sides < SUBREGION.length ? 'feFlood with a part of a place' : undefined;
  },
  feConvolveMatrix: ({ attributes }) => {
    const [bias = 0] = numbersOf(attributes.get('bias') ?? '0');
    if (bias !== 0) return 'bias of feConvolveMatrix';
    const kernel = numbersOf(attributes.get('kernelMatrix'));
    const sum = kernel.reduce((total, one) => total + one, 0);
    const isDivided = Number(attributes.get('divisor') ?? 0) !== 0;
    // a sum of decimals is seldom zero to the last digit
    const isFlat = Math.abs(sum) < NEAR_ZERO && kernel.some((one) => one !== 0);
    return isFlat && !isDivided ? 'feConvolveMatrix with a sum of zero' : undefined;
  },
  fePointLight: (_, { isOfBox }) => (isOfBox ? 'a light in shares of a box' : undefined),
  feSpotLight: (_, { isOfBox }) => (isOfBox ? 'a light in shares of a box' : undefined),
};

function checkStep(element: SvgElement, around: Around): void {
  const { name, attributes } = element;
  if (!name.startsWith('fe')) return;
  const isPlaced = SUBREGION.some((side) => attributes.has(side));
  const named = Object.hasOwn(STEPS, name) ? STEPS[name]?.(element, around) : undefined;
  if (named !== undefined) refuseUndrawn(named);
  const isStep = !name.endsWith('Light');
  if (isStep && name !== 'feImage' && around.isOfBox && isPlaced)
    refuseUndrawn(`${name} in shares of a box`);
}

function aroundIn({ name, attributes }: SvgElement, around: Around): Around {
  const readsColours = name === 'mask' ? attributes.get('mask-type') !== 'alpha' : undefined;
  return {
    space: attributes.get('color-interpolation') ?? around.space,
    hasColours: readsColours ?? (around.hasColours || name.endsWith('Gradient')),
    isOfBox:
      name === 'filter' ? attributes.get('primitiveUnits') === 'objectBoundingBox' : around.isOfBox,
  };
}

function check(element: SvgElement, around: Around): void {
  const inside = aroundIn(element, around);
  if (inside.hasColours && inside.space === 'linearRGB') {
    refuseUndrawn('color-interpolation: linearRGB');
  }
  if (element.name === 'feImage') checkImageStep(element, inside);
  checkStep(element, inside);
  if (Number.parseFloat(element.attributes.get('fr') ?? '0') > 0) {
    refuseUndrawn('fr of a radialGradient');
  }
  for (const child of element.children) check(child, inside);
}

/**
 * An ImageFileFault, with its name, for a use that the renderer draws in another way than browsers.
 * These are linear colours of a mask or a gradient, the inner circle of a gradient, and some steps
 * of filters.
 */
export function checkDrawable(root: SvgElement): void {
  check(root, OUTSIDE);
}
