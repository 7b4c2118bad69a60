import { formatNumber } from '../styles/read-lengths.ts';
import type { SvgElement } from '../svg-element.ts';
import { readBox, type SvgSize } from '../svg-size.ts';

const LIT = ['feDiffuseLighting', 'feSpecularLighting'];
/** Of a surface that states no scale: Filter Effects 1, 9.9. */
const SURFACE_SCALE = '1';

/** Whether a step of a filter lights a surface. */
export const isLit = ({ name }: SvgElement): boolean => LIT.includes(name);

/** A step whose surface is so many times as high; browsers scale heights as they scale widths. */
export function heightened(step: SvgElement, scale: number): SvgElement {
  const height = Number(step.attributes.get('surfaceScale') ?? SURFACE_SCALE);
  if (!isLit(step) || !Number.isFinite(height)) return step;
  const attributes = new Map(step.attributes);
  return { ...step, attributes: attributes.set('surfaceScale', formatNumber(height * scale)) };
}

/** Pixels of the bitmap for each unit of a drawing. */
function scaleOf({ attributes }: SvgElement, size: SvgSize, bitmap: SvgSize): number {
  const [, , width = size.width, height = size.height] = readBox(attributes) ?? [];
  const [across, down] = [bitmap.width / width, bitmap.height / height];
  const fit = attributes.get('preserveAspectRatio') ?? '';
  if (fit.includes('none')) return Math.sqrt(across * down);
  return fit.includes('slice') ? Math.max(across, down) : Math.min(across, down);
}

function withHeights(element: SvgElement, scale: number): SvgElement {
  if (element.children.length === 0) return element;
  const isFilter = element.name === 'filter';
  let isSame = true;
  const children = element.children.map((child) => {
    const read = isFilter ? heightened(child, scale) : withHeights(child, scale);
    if (read !== child) isSame = false;
    return read;
  });
  return isSame ? element : { ...element, children };
}

/**
 * The drawing with its lit surfaces as high as they are wide on a bitmap of this size. The renderer
 * takes heights in pixels, and slopes were flatter on a larger bitmap.
 */
export function scaleLights(root: SvgElement, size: SvgSize, bitmap: SvgSize): SvgElement {
  const scale = scaleOf(root, size, bitmap);
  return Number.isFinite(scale) ? withHeights(root, scale) : root;
}
