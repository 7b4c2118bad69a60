/** No rewritten drawing has this word: each of them stands in an address or in data. */
export const CANARY = 'canary';

const ADDRESS = `http://${CANARY}.example/a`;
const DRAWING = `data:image/svg+xml,%3Csvg id='${CANARY}'/%3E`;

/** Ways to write an address or a drawing in data, in a value of CSS. */
const WRITTEN: Readonly<Record<string, string>> = {
  'a URL': `url(${ADDRESS})`,
  'a URL in quotes': `url('${ADDRESS}')`,
  'a URL in capitals': `URL(${ADDRESS})`,
  'a URL without a protocol': `url(//${CANARY}.example/a)`,
  'a URL of a file': `url(file:///etc/${CANARY})`,
  'a URL of another drawing': `url(${CANARY}.svg#a)`,
  'a URL and a colour': `url(${ADDRESS}) red`,
  'a URL with spaces': `url(  ${ADDRESS}  )`,
  'a URL with a local one before it': `url(#a) url(${ADDRESS})`,
  'a drawing in data': `url("${DRAWING}")`,
  'a drawing in data without quotes': `url(data:image/svg+xml;base64,${CANARY})`,
  'an image in data': `url(data:image/png;base64,${CANARY})`,
  'an escaped name': `\\75rl(${ADDRESS})`,
  'an escaped name with a space': `u\\72 l(${ADDRESS})`,
  'a name with zeros': `\\000055\\000052\\00004c(${ADDRESS})`,
  'an escaped address': `url(\\68ttp://${CANARY}.example/a)`,
  'a comment behind the name': `url/**/(${ADDRESS})`,
  'a comment in the brackets': `url(/**/${ADDRESS})`,
  'a comment that hides the end': `url(#a/*)*/${ADDRESS})`,
  'an open bracket': `url(${ADDRESS}`,
  'an image-set': `image-set("${ADDRESS}" 1x)`,
  'an image-set of a vendor': `-webkit-image-set(url(${ADDRESS}) 1x)`,
  'a src': `src("${ADDRESS}")`,
  'an image function': `image("${ADDRESS}")`,
  'a cross-fade': `cross-fade(url(${ADDRESS}), red)`,
  'an element function': `element(#${CANARY})`,
  'a variable of an address': `var(--none, url(${ADDRESS}))`,
  'a variable of a drawing': `var(--none, url("${DRAWING}"))`,
  'an env': `env(none, url(${ADDRESS}))`,
  'an attribute function': 'attr(data-address type(<url>))',
};
const PROPERTIES = ['fill', 'stroke', 'filter', 'mask', 'clip-path', 'marker-start', 'cursor'];
const FURTHER = ['--custom', 'background', 'mask-image', 'd', 'content', 'list-style', 'unknown'];

/** A drawing of this content. */
export const drawingOf = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9">${content}</svg>`;
const escaped = (value: string) => value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const path = (attributes: string) => `<path d="M0 0h9v9z" ${attributes}/>`;

/** Style sheets that load without a declaration. */
const SHEETS: Readonly<Record<string, string>> = {
  'an import': `@import "${ADDRESS}";`,
  'an import of a URL': `@import url(${ADDRESS});`,
  'an import in capitals': `@IMPORT "${ADDRESS}";`,
  'an escaped import': `@\\69mport "${ADDRESS}";`,
  'an import with a comment': `@import/**/"${ADDRESS}";`,
  'an import of a layer': `@import "${ADDRESS}" layer(a);`,
  'an import in a rule': `path{@import "${ADDRESS}";}`,
  'an import of data': `@import "data:text/css,path{fill:url(${ADDRESS})}";`,
  'a font': `@font-face{font-family:a;src:url(${ADDRESS})}`,
  'a font by src': `@font-face{font-family:a;src:src("${ADDRESS}")}`,
  'a namespace': `@namespace "${ADDRESS}";`,
  'a document': `@document url(${ADDRESS}){path{fill:red}}`,
  'a first frame': `@keyframes k{from{fill:url(${ADDRESS})}}path{animation:k 1s}`,
  'a first frame with an escape': `@keyframes k{from{fill:\\75rl(${ADDRESS})}}path{animation:k 1s}`,
  'a condition': `@supports (fill:url(${ADDRESS})){path{fill:red}}`,
  'a rule in a rule': `svg{path{fill:url(${ADDRESS})}}`,
  'a selector': `path[d="url(${ADDRESS})"]{fill:red}`,
  'an open comment': `path{fill:red}/* */path{fill:url(${ADDRESS})`,
};

/** References of elements. */
const ELEMENTS: Readonly<Record<string, string>> = {
  'an image': `<image href="${ADDRESS}" width="9" height="9"/>`,
  'an image by xlink': `<image xlink:href="${ADDRESS}" width="9" height="9"/>`,
  'an image of a drawing': `<image href="${escaped(DRAWING)}" width="9" height="9"/>`,
  'an image of a drawing in capitals': `<image href="DATA:IMAGE/SVG+XML,${CANARY}"/>`,
  'an image of a drawing that says PNG': `<image href="data:image/png;base64,${Buffer.from(`<svg id="${CANARY}"/>`).toString('base64')}"/>`,
  'an image by src': `<image src="${ADDRESS}" width="9" height="9"/>`,
  'an image of a filter': `<filter id="f"><feImage href="${ADDRESS}"/></filter>${path('filter="url(#f)"')}`,
  'a use': `<use href="${ADDRESS}#a"/>`,
  'a use of a drawing': `<use href="${escaped(DRAWING)}#a"/>`,
  'an animated reference': `<image width="9" height="9"><set attributeName="href" to="${ADDRESS}"/></image>`,
  'an animated reference by xlink': `<image width="9" height="9"><set attributeName="xlink:href" to="${ADDRESS}"/></image>`,
  'an animated paint': path('').replace(
    '/>',
    `><set attributeName="fill" to="url(${ADDRESS})"/></path>`,
  ),
  'an animated drawing': `<image width="9" height="9"><animate attributeName="href" values="${escaped(DRAWING)}" dur="1s"/></image>`,
  'a gradient': `<linearGradient id="g" href="${ADDRESS}#g"/>${path('fill="url(#g)"')}`,
  'a base': `<g xml:base="${ADDRESS}">${path('')}</g>`,
  'a style in an attribute of animation': path('').replace(
    '/>',
    `><animate attributeName="style" values="fill:url(${ADDRESS})" dur="1s"/></path>`,
  ),
};

/** A value at each place where a document may have it. */
function placesOf(value: string): Record<string, string> {
  const places: Record<string, string> = {};
  for (const property of [...PROPERTIES, ...FURTHER]) {
    const declaration = `${property}:${value}`;
    const sheet = `<style><![CDATA[path{${declaration}}]]></style>`;
    places[`${property} in a sheet`] = drawingOf(sheet + path(''));
    places[`${property} in a style`] = drawingOf(path(`style="${escaped(declaration)}"`));
    if (property.startsWith('-') || property === 'd') continue;
    places[`${property} in an attribute`] = drawingOf(path(`${property}="${escaped(value)}"`));
  }
  return places;
}

const entriesOf = (
  rows: Readonly<Record<string, string>>,
  make: (row: string) => Readonly<Record<string, string>>,
) => Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, make(row)]));

/**
 * Drawings that name data outside of them, or drawings in data: by the way to write that, then by
 * the place.
 */
export const OUTSIDE_DATA: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...entriesOf(WRITTEN, placesOf),
  ...entriesOf(SHEETS, (sheet) => ({
    sheet: drawingOf(`<style><![CDATA[${sheet}]]></style>${path('')}`),
  })),
  ...entriesOf(ELEMENTS, (content) => ({ element: drawingOf(content) })),
};
