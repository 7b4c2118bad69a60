import type { XmlAttribute, XmlElement } from '../read-xml.ts';
import type { SvgSize } from '../svg-size.ts';

/** The box of the root by CSS, for which it has no attribute. */
export interface RootStyle {
  /** A colour. */
  readonly background: string | undefined;
  /** In pixels of the image. */
  readonly matrix: string | undefined;
  readonly size: SvgSize;
}

const INVISIBLE = '#00000000';

function attributesOf(values: Readonly<Record<string, string>>): XmlAttribute[] {
  return Object.entries(values).map(([name, value]) => ({ name, namespace: '', value }));
}

/** The root in another one that has its background, and a group with its matrix. */
export function wrapRoot(root: XmlElement, { background, matrix, size }: RootStyle): XmlElement {
  const colour = background === INVISIBLE ? undefined : background;
  if (colour === undefined && matrix === undefined) return root;
  const { namespace } = root;
  const sides = { width: String(size.width), height: String(size.height) };
  const others = root.attributes.filter(
    ({ name }) => !['width', 'height', 'overflow'].includes(name),
  );
  const inner: XmlElement = {
    ...root,
    attributes: [...others, ...attributesOf({ ...sides, overflow: 'visible' })],
  };
  const make = (name: string, values: Readonly<Record<string, string>>, child?: XmlElement) => ({
    name,
    namespace,
    attributes: attributesOf(values),
    children: child ? [child] : [],
  });
  const children: XmlElement[] = [];
  if (colour !== undefined) children.push(make('rect', { ...sides, fill: colour }));
  children.push(matrix === undefined ? inner : make('g', { transform: matrix }, inner));
  const attributes = attributesOf({ ...sides, viewBox: `0 0 ${sides.width} ${sides.height}` });
  return { name: 'svg', namespace, attributes, children };
}
