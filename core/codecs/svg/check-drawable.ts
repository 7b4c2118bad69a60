import type { SvgElement } from './read-svg.ts';
import { refuseUndrawn } from './svg-faults.ts';

const PLACE = ['x', 'y'];
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
  for (const child of element.children) check(child, inside);
}

/**
 * An ImageFileFault, with its name, for a use that the renderer draws in another way than browsers.
 * These are linear colours of a mask or a gradient, and the place of `feImage`.
 */
export function checkDrawable(root: SvgElement): void {
  check(root, OUTSIDE);
}
