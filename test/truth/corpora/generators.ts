/** The editors whose kinds of SVG must be among the drawings, by the marks that they leave. */
export const GENERATORS = {
  Figma: /BackgroundImageFix|id="(?:paint|filter|clip|mask)\d+_|style="mask-type/,
  Illustrator: /Adobe Illustrator|ns_svg|AdobeIllustrator/,
  Inkscape: /inkscape\.org\/namespaces|sodipodi/,
  'draw.io': /mxfile|mxGraphModel|draw\.io|diagrams\.net/,
  Sketch: /sketchtool|bohemiancoding\.com\/sketch|Generator: Sketch/,
} as const satisfies Readonly<Record<string, RegExp>>;

/** The name of an editor, or of none that is known. */
export type Generator = keyof typeof GENERATORS | 'other';

/** Libraries of an editor, whose drawings have no marks left. */
const LIBRARIES: Readonly<Record<string, Generator>> = { drawio: 'draw.io' };

/** The editor of a drawing, by its marks, else by its package. */
export function generatorOf(corpus: string, text: string): Generator {
  const names = Object.keys(GENERATORS) as (keyof typeof GENERATORS)[];
  return names.find((name) => GENERATORS[name].test(text)) ?? LIBRARIES[corpus] ?? 'other';
}
