const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';

/** An SVG of this content, 40 x 30 by its viewBox. */
export const svgOf = (content: string, attributes = 'viewBox="0 0 40 30"') =>
  Buffer.from(`<svg ${NAMESPACES} ${attributes}>${content}</svg>`);

/** Red, green, blue and yellow quarters. */
export const QUARTERS = `<rect width="20" height="15" fill="#c81e1e"/>
<rect x="20" width="20" height="15" fill="#1ea03c"/><rect y="15" width="20" height="15" fill="#283cc8"/>
<rect x="20" y="15" width="20" height="15" fill="#dcc828"/>`;

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** SVGs that draw, as editors write them. */
export const SVGS = {
  plain: svgOf(QUARTERS),
  'of an editor': Buffer.from(
    `\ufeff<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!-- An editor wrote it -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"
  "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg ${NAMESPACES} xmlns:e="urn:editor" e:version="1" width="40mm" height="30mm" viewBox="0 0 40 30">
<e:view zoom="1"><e:grid/></e:view><metadata>canary</metadata><title>canary</title>
<defs>
<style type="text/css"><![CDATA[ .a, .b { fill: url(#g) } /* x */
@media print { .a { fill: red } } ]]></style>
<linearGradient id="g" xlink:href="#h"/><linearGradient id="h"><stop stop-color="#c81e1e"/></linearGradient>
<g id="shape"><rect class="a" width="40" height="30"/></g></defs>
<use xlink:href="#shape"/></svg>`,
  ),
  'with clips, masks and filters': svgOf(
    `<clipPath id="c"><circle cx="20" cy="15" r="12"/></clipPath><mask id="m"><rect width="40" height="30" fill="#fff"/></mask>
<filter id="f"><feGaussianBlur stdDeviation="1"/><feMorphology radius="1"/><feTurbulence numOctaves="99"/></filter>
<pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="2" height="2"/></pattern>
<marker id="k"><circle r="1"/></marker><g clip-path="url(#c)" mask="url('#m')" style="opacity:.5">${QUARTERS}</g>
<path d="M0 0L9 9L12 1" marker-mid="url(#k)" fill="url(#p)" filter="url(#f)"/>`,
  ),
  'with an image in it': svgOf(
    `<image width="40" height="30" xlink:href="data:image/png;base64,${PIXEL}"/>`,
  ),
} as const;

/** SVGs that are refused, and a part of the reason. */
export const REFUSED_SVGS = {
  'a script': [svgOf('<script>alert(1)</script>'), 'has a script'],
  'an event handler': [svgOf('<rect onclick="alert(1)"/>'), 'has a script'],
  'HTML in it': [
    svgOf('<foreignObject><p xmlns="http://www.w3.org/1999/xhtml">name</p></foreignObject>'),
    'shows HTML',
  ],
  text: [svgOf('<text>name</text>'), 'convert it to paths'],
  'an image elsewhere': [svgOf('<image href="https://example.com/a.png"/>'), 'outside of it'],
  'an image of the machine': [svgOf('<image xlink:href="file:///etc/passwd"/>'), 'outside of it'],
  'a use of another file': [svgOf('<use href="other.svg#a"/>'), 'outside of it'],
  'a fill elsewhere': [svgOf('<rect fill="url(https://example.com/a.svg#b)"/>'), 'outside of it'],
  'a fill elsewhere in a style': [
    svgOf('<rect style="fill:url( //example.com/a )"/>'),
    'outside of it',
  ],
  'an import': [svgOf('<style>@import "https://example.com/a.css";</style>'), 'outside of it'],
  'a font elsewhere': [
    svgOf('<style>@font-face{src:url(https://example.com/a.woff)}</style>'),
    'outside of it',
  ],
  'an escaped URL': [svgOf('<style>.a{fill:\\75rl(https://example.com/a)}</style>'), 'style sheet'],
  'a style sheet by an instruction': [
    Buffer.from(`<?xml-stylesheet href="a.css"?><svg ${NAMESPACES} viewBox="0 0 1 1"/>`),
    'outside of it',
  ],
  'an entity of a file': [
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg ${NAMESPACES} viewBox="0 0 1 1">&a;</svg>`,
    ),
    'does not define',
  ],
  'an entity of elements': [
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a "<g/>">]><svg ${NAMESPACES} viewBox="0 0 1 1">&a;</svg>`,
    ),
    'more than texts',
  ],
  'entities of entities': [
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY e0 "abcdefghij">${Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')}]><svg ${NAMESPACES} viewBox="0 0 1 1">&e9;</svg>`,
    ),
    'more than texts',
  ],
  'an entity at many places': [
    Buffer.from(
      `<!DOCTYPE svg [<!ENTITY a "${'b'.repeat(2_000)}">]><svg ${NAMESPACES} viewBox="0 0 1 1">${'&a;'.repeat(501)}</svg>`,
    ),
    'too complex',
  ],
  'an unknown entity': [svgOf('<g>&xxe;</g>'), 'does not define'],
  'an SVG in it': [
    svgOf('<image href="data:image/svg+xml;base64,PHN2Zy8+"/>'),
    'is image/svg+xml, and no JPEG, PNG or GIF',
  ],
  'an SVG in it, as text': [
    svgOf('<image href="data:image/svg+xml;charset=utf-8,%3Csvg/%3E"/>'),
    'is image/svg+xml, and no JPEG, PNG or GIF',
  ],
  'a WebP in it': [
    svgOf('<image href="data:image/webp;base64,UklGRg=="/>'),
    'is image/webp, and no JPEG, PNG or GIF',
  ],
  'a broken image in it': [
    svgOf('<image href="data:image/png;base64,AAAA"/>'),
    'no JPEG, PNG or GIF',
  ],
  'a cycle': [svgOf('<g id="a"><use href="#a"/></g>'), 'refers to itself'],
  'a cycle of a pattern': [
    svgOf('<pattern id="p"><rect fill="url(#p)"/></pattern>'),
    'refers to itself',
  ],
  'a root of another namespace': [Buffer.from('<svg xmlns="urn:other"/>'), 'not an SVG'],
  'an open element': [svgOf('<g>'), 'well-formed'],
  'an attribute twice': [svgOf('<g id="a" id="b"/>'), 'well-formed'],
  'other bytes than UTF-8': [svgOf('<g id="\u00ff"/>').subarray(0, -7), 'well-formed'],
  'nesting without end': [svgOf('<g>'.repeat(101) + '</g>'.repeat(101)), 'in each other'],
  'too many elements': [svgOf('<g/>'.repeat(50_000)), 'more than 25000 elements'],
  'copies of copies': [
    svgOf(
      Array.from({ length: 12 }, (_, at) => {
        const copies = `<use href="#u${at - 1}"/>`.repeat(10);
        return `<g id="u${at}">${at === 0 ? '<rect width="1" height="1"/>' : copies}</g>`;
      }).join(''),
    ),
    'too complex',
  ],
  'patterns of patterns': [
    svgOf(
      Array.from({ length: 12 }, (_, at) => {
        const inner = `<rect fill="url(#p${at - 1})"/>`.repeat(10);
        return `<pattern id="p${at}">${at === 0 ? '<rect width="1" height="1"/>' : inner}</pattern>`;
      }).join(''),
    ),
    'too complex',
  ],
  'layers without end': [svgOf('<g opacity=".5"><rect/></g>'.repeat(2_000)), 'too complex'],
  'a marker at each of many points': [
    svgOf(
      `<marker id="k">${'<rect/>'.repeat(40)}</marker><path marker-mid="url(#k)" d="M0 0${'L1 1'.repeat(2_000)}"/>`,
    ),
    'too complex',
  ],
  'a large radius': [
    svgOf('<filter id="f"><feMorphology radius="400"/></filter><g filter="url(#f)"/>'),
    'too complex',
  ],
  'a large matrix': [
    svgOf('<filter id="f"><feConvolveMatrix order="200"/></filter><g filter="url(#f)"/>'),
    'too complex',
  ],
  'many rules for many elements': [
    svgOf(
      `<style>${Array.from({ length: 1_000 }, (_, at) => `.a${at}{fill:red}`).join('')}</style>${'<g/>'.repeat(6_000)}`,
    ),
    'too complex',
  ],
} as const satisfies Record<string, readonly [Buffer, string]>;

const MORPHOLOGY = (radius: string, units = '') =>
  `<filter id="f" x="0" y="0" width="1" height="1" ${units}><feMorphology radius="${radius}"/></filter>`;

/** SVGs of few elements that take minutes to draw: a trial at a smaller size shows it. */
export const HEAVY_SVGS = {
  'a radius that the viewBox enlarges': svgOf(
    `${MORPHOLOGY('1')}<rect width="4" height="3" filter="url(#f)"/>`,
    'width="400" height="300" viewBox="0 0 4 3"',
  ),
  'a radius that a transform enlarges': svgOf(
    `${MORPHOLOGY('1')}<g transform="scale(10)"><rect width="4" height="3" filter="url(#f)"/></g>`,
  ),
  'a radius that is a share of its box': svgOf(
    `${MORPHOLOGY('.2', 'primitiveUnits="objectBoundingBox"')}<rect width="40" height="30" filter="url(#f)"/>`,
  ),
  'filters far beyond the canvas': svgOf(
    `<filter id="f">${'<feGaussianBlur stdDeviation="1"/>'.repeat(20)}</filter>
<rect x="-9999" y="-9999" width="20000" height="20000" filter="url(#f)"/>`,
  ),
  'thousands of full canvases': svgOf(
    '<rect width="40" height="30" opacity=".9"/>'.repeat(30) +
      '<rect width="40" height="30" fill-opacity=".5"/>'.repeat(5_000),
  ),
} as const satisfies Record<string, Buffer>;
