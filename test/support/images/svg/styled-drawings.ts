import { ARRANGED_DRAWINGS } from './arranged-drawings.ts';
import { ALL, draw, filled, LEFT, SIZE } from './drawings.ts';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const css = (sheet: string, content: string) => draw(`<style>${escaped(sheet)}</style>${content}`);
const styled = (style: string) => draw(`<rect ${LEFT} style="${escaped(style)}"/>`);
const TWO = `<g id="g" class="a b"><rect class="c" ${LEFT}/><rect x="20" ${LEFT} data-k="v"/></g>`;

const CONTEXT = '<rect fill="context-stroke"/>';

/** Drawings whose styles a browser shows, each by its kind; all have 80 x 40 pixels. */
export const STYLED_DRAWINGS: Readonly<Record<string, string>> = {
  // selectors, specificity and order
  'a later rule': css('rect{fill:red}rect{fill:lime}', TWO),
  'a class over a name': css('.c{fill:lime}rect{fill:red}', TWO),
  'an id over classes': css('#g>rect{fill:lime}.a.b .c{fill:red}', TWO),
  ':is and its specificity': css(':is(.c,#nothing){fill:lime}.a .c{fill:red}', TWO),
  ':where without specificity': css('rect{fill:lime}:where(#g .c){fill:red}', TWO),
  ':not': css('rect{fill:red}rect:not(.c){fill:lime}', TWO),
  ':root': css(':root{fill:lime}', TWO),
  ':nth-child': css('rect:nth-child(2n){fill:lime}', TWO),
  ':nth-child of': css(':nth-child(1 of [data-k]){fill:lime}', TWO),
  ':has': css('g:has(> .c){fill:lime}', TWO),
  ':first-of-type and :last-child': css(
    'rect:first-of-type{fill:lime}rect:last-child{fill:blue}',
    TWO,
  ),
  combinators: css('g>.c{fill:lime}.c+rect{fill:blue}.c~rect{opacity:.5}', TWO),
  'attribute selectors': css('[data-k=v]{fill:lime}[class^=c]{fill:blue}', TWO),
  'a list with a state': css('.c:hover,rect:focus{fill:red}.c,.nothing{fill:lime}', TWO),
  'an unknown selector': css('.c{fill:lime}.c,rect:unknown{fill:red}', TWO),
  'a pseudo-element': css('.c::before,.c{fill:lime}', TWO),
  nesting: css('.a{fill:red;.c{fill:lime}& > [data-k]{fill:blue}}', TWO),
  'nesting by &': css('.c{fill:red;.a &{fill:lime}&:hover{fill:blue}}', TWO),
  'nesting with @media': css('.c{fill:red;@media screen{fill:lime}}', TWO),
  'escapes in a selector': css('.\\63{fill:lime}', TWO),
  // importance and keywords
  '!important over style': draw(
    `<style>rect{fill:lime!important}</style><rect ${ALL} fill="red" style="fill:blue"/>`,
  ),
  '!important in style': draw(
    `<style>rect{fill:red!important}</style><rect ${ALL} style="fill:lime!important"/>`,
  ),
  'a rule over an attribute': css('rect{fill:lime}', `<rect ${ALL} fill="red"/>`),
  'an invalid value after a valid one': css('rect{fill:lime;fill:nonsense}', TWO),
  'an unknown property': css('rect{fill:lime;-inkscape-x:1;zoo:2}', TWO),
  inherit: draw(`<g fill="lime"><rect ${ALL} fill="red" style="fill:inherit"/></g>`),
  'inherit of opacity': draw(
    `<g opacity=".5"><rect ${ALL} fill="lime" style="opacity:inherit"/></g>`,
  ),
  initial: draw(`<g fill="red"><rect ${ALL} style="fill:initial"/></g>`),
  unset: draw(`<g fill="lime"><rect ${ALL} fill="red" style="fill:unset"/></g>`),
  'revert-layer': css('@layer a{rect{fill:lime}}@layer b{rect{fill:red;fill:revert-layer}}', TWO),
  currentColor: draw(`<g color="red" fill="currentColor"><rect ${ALL} color="lime"/></g>`),
  'currentColor of a use': draw(
    `<defs><rect id="a" ${ALL} fill="currentColor"/></defs><use href="#a" style="color:lime"/>`,
  ),
  // at-rules
  '@media': css(
    '@media print{rect{fill:red}}@media (prefers-color-scheme:dark){rect{fill:red}}@media screen and (min-width:10px){.c{fill:lime}}',
    TWO,
  ),
  '@media of ranges': css(
    '@media (10px < width <= 80px) and (not (orientation:portrait)){rect{fill:lime}}',
    TWO,
  ),
  '@supports': css(
    '@supports (fill:lime) and (not (nothing:1)){rect{fill:lime}}@supports (fill:1 2){rect{fill:red}}',
    TWO,
  ),
  '@layer': css('@layer a,b;@layer b{.c{fill:lime}}@layer a{#g .c{fill:red}}', TWO),
  '@layer and !important': css(
    '@layer a{rect{fill:lime!important}}@layer b{rect{fill:red!important}}rect{fill:blue}',
    TWO,
  ),
  '@font-face with data': css(
    '@font-face{font-family:x;src:url(data:font/woff2;base64,AAAA)}rect{fill:lime}',
    TWO,
  ),
  '@namespace': css('@namespace s url(http://www.w3.org/2000/svg);s|rect{fill:lime}', TWO),
  'style sheets of other types and media': draw(
    `<style>rect{fill:lime}</style><style type="text/less">rect{fill:red}</style><style media="print">rect{fill:red}</style>${TWO}`,
  ),
  'a style sheet in CDATA': draw(`<style><![CDATA[g > rect{fill:lime}]]></style>${TWO}`),
  'the first frame of an animation': css(
    '@keyframes k{from{fill:lime}to{fill:red}}rect{fill:red;animation:k 100s}',
    TWO,
  ),
  'an animation that begins later': css(
    '@keyframes k{from{fill:red}to{fill:blue}}rect{fill:lime;animation:k 100s 50s}',
    TWO,
  ),
  // custom properties
  'a custom property': css(':root{--c:lime}.c{fill:var(--c)}', TWO),
  'a fallback': filled('var(--c, #ff8800)'),
  'a fallback in a fallback': filled('var(--c, var(--d, lime))'),
  'a cycle': css('g{--a:var(--b);--b:var(--a);fill:red}.c{fill:var(--a,lime)}', TWO),
  'a custom property that is none': css('g{fill:lime;--c:nonsense}rect{fill:var(--c)}', TWO),
  'a part of a value': css('g{--o:50%;--r:0}rect{fill:rgb(var(--r) 255 0/var(--o))}', TWO),
  'a custom property closer by': css('svg{--c:red}g{--c:lime}rect{fill:var(--c)}', TWO),
  // colours
  'hsl with spaces': filled('hsl(120deg 100% 25%)'),
  'rgb with alpha': filled('rgb(0 0 255 / 50%)'),
  'rgb with alpha and an opacity': draw(
    `<rect ${ALL} fill="rgb(0 0 255 / 50%)" fill-opacity=".5"/>`,
  ),
  'eight digits': filled('#00ff0080'),
  hwb: filled('hwb(120 10% 20%)'),
  lab: filled('lab(50% 40 -20)'),
  lch: filled('lch(60% 50 140)'),
  oklab: filled('oklab(60% .1 -.1)'),
  oklch: filled('oklch(.6 .15 140)'),
  'a colour of Display P3': filled('color(display-p3 .2 .6 .3)'),
  'color-mix': filled('color-mix(in srgb, red 25%, blue)'),
  'color-mix with currentColor': draw(
    `<g color="lime"><rect ${ALL} fill="color-mix(in srgb, currentColor, blue)"/></g>`,
  ),
  'a relative colour': filled('rgb(from red 0 255 b / .5)'),
  'a system colour': filled('LinkText'),
  'light-dark': filled('light-dark(lime, red)'),
  transparent: draw(`<rect ${ALL} fill="lime"/><rect ${LEFT} fill="transparent"/>`),
  'a stop with alpha': draw(
    `<linearGradient id="l"><stop stop-color="rgb(0 255 0/50%)"/><stop offset="1" style="stop-color:hsl(240 100% 50%/.5)"/></linearGradient><rect ${ALL} fill="url(#l)"/>`,
  ),
  // transforms
  'transform with units': styled('fill:lime;transform:translate(20px,5px) rotate(45deg)'),
  'transform with turns and percentages': styled(
    'fill:lime;transform:translateX(25%) rotate(.05turn) scale(50%)',
  ),
  'transform over an attribute': draw(
    `<rect ${LEFT} fill="lime" transform="scale(2)" style="transform:translate(20px)"/>`,
  ),
  'transform-origin': styled('fill:lime;transform-origin:10px 10px;transform:rotate(45deg)'),
  'transform-origin of an attribute': draw(
    `<rect ${LEFT} fill="lime" transform-origin="20 10" transform="scale(.5)"/>`,
  ),
  'transform-origin center': styled('fill:lime;transform-origin:center;transform:scale(.5)'),
  'transform-box': styled(
    'fill:lime;transform-box:fill-box;transform-origin:center;transform:rotate(45deg)',
  ),
  'translate, rotate and scale': styled('fill:lime;translate:20px 5px;rotate:30deg;scale:.5 .8'),
  'matrix and skew': styled('fill:lime;transform:matrix(.5,0,0,.5,10,2) skewX(20deg)'),
  'calc in a transform': styled('fill:lime;transform:translate(calc(10px + 5%),min(3px,1em))'),
  'a transform of the root': draw(
    `<rect ${ALL} fill="lime"/>`,
    `${SIZE} style="transform:scale(.5)"`,
  ),
  'a transform of a gradient': draw(
    `<linearGradient id="l" style="transform:translate(20px)" gradientUnits="userSpaceOnUse" x2="1"><stop stop-color="red"/><stop offset="1" stop-color="lime"/></linearGradient><rect ${ALL} fill="url(#l)"/>`,
  ),
  // geometry
  'the geometry of a rectangle': draw(
    '<rect style="x:5px;y:2px;width:50%;height:calc(10px + 20%);rx:3px;fill:lime"/>',
  ),
  'the geometry of a circle': css('circle{cx:20px;cy:50%;r:8px;fill:lime}', '<circle r="2"/>'),
  'the geometry of an ellipse': draw('<ellipse style="cx:20px;cy:10px;rx:15px;ry:5px;fill:lime"/>'),
  'the data of a path': draw(`<path d="M0 0" style="d:path('M0 0h20v20h-20z');fill:lime"/>`),
  'a place of a use': draw(
    `<defs><rect id="a" ${LEFT} fill="lime"/></defs><use href="#a" style="x:20px"/>`,
  ),
  'lengths in em': draw(
    '<g style="font-size:10px"><rect style="width:2em;height:1em;fill:lime"/></g>',
  ),
  'an invalid length': draw(`<rect ${LEFT} fill="lime" style="width:10"/>`),
  // strokes and the rest
  'dashes and caps': draw(
    '<path d="M2 10h36" style="stroke:lime;stroke-width:4px;stroke-dasharray:6px,4;stroke-linecap:round;stroke-dashoffset:2px"/>',
  ),
  'paint-order': draw(
    '<rect x="5" y="5" width="30" height="10" fill="lime" style="stroke:blue;stroke-width:6;paint-order:stroke"/>',
  ),
  'mask-type': draw(
    `<mask id="m" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" ${ALL}><circle cx="20" cy="10" r="10" fill="#C4C4C4"/></mask><g mask="url(#m)"><rect ${ALL} fill="#3366FF"/></g>`,
  ),
  'mix-blend-mode': draw(
    `<rect ${ALL} fill="yellow"/><rect ${LEFT} style="mix-blend-mode:multiply;fill:cyan"/>`,
  ),
  isolation: draw(
    `<rect ${ALL} fill="yellow"/><g style="isolation:isolate"><rect ${LEFT} style="mix-blend-mode:multiply" fill="cyan"/></g>`,
  ),
  'attributes that mean nothing': draw(
    `<rect ${ALL} fill="yellow"/><g isolation="isolate"><rect ${LEFT} mix-blend-mode="multiply" fill="cyan"/></g>`,
  ),
  'opacity in percent': styled('fill:lime;opacity:40%'),
  'display and visibility': css(
    '.c{display:none}[data-k]{visibility:hidden}',
    `${TWO}<rect y="10" ${ALL} fill="lime"/>`,
  ),
  'clip-path by a reference': draw(
    `<clipPath id="c"><circle cx="20" cy="10" r="8"/></clipPath><rect ${ALL} style="fill:lime;clip-path:url(&quot;#c&quot;)"/>`,
  ),
  'filter functions of colours': styled(
    'fill:red;filter:hue-rotate(90deg) brightness(150%) opacity(.5)',
  ),
  'a blur and a saturation': draw(
    '<rect x="10" y="5" width="20" height="10" fill="#3366cc" style="filter:blur(1px) saturate(2)"/>',
  ),
  'a step of a saturation beyond one': draw(
    `<filter id="f"><feColorMatrix type="saturate" values="2"/></filter><rect ${ALL} fill="#3366cc" filter="url(#f)"/>`,
  ),
  'a step of a saturation below zero': draw(
    `<filter id="f" color-interpolation-filters="sRGB"><feColorMatrix type="saturate" values="-.5"/></filter><rect ${ALL} fill="#3366cc" filter="url(#f)"/>`,
  ),
  'a step of a saturation of half': draw(
    `<filter id="f"><feColorMatrix type="saturate" values=".5"/></filter><rect ${ALL} fill="#3366cc" filter="url(#f)"/>`,
  ),
  'a blur by a function': draw(
    '<rect x="10" y="5" width="20" height="10" fill="lime" style="filter:blur(2px)"/>',
  ),
  'a shadow by a function': draw(
    '<g transform="translate(2 2)"><rect width="10" height="10" fill="lime" style="filter:drop-shadow(16px 3px 1px rgb(0 0 255/.5)) saturate(80%)"/></g>',
  ),
  'a shadow of the current colour': draw(
    '<g color="blue" style="filter:drop-shadow(12px 0 0)"><rect width="10" height="10" fill="lime"/></g>',
  ),
  'a shadow of numbers in an attribute': draw(
    `<rect width="10" height="10" fill="lime" filter="drop-shadow(blue 12 4)"/>`,
  ),
  'shadows that are none': draw(
    ['blue 20% 4', '4 blue 12', '12 4 -2']
      .map((one) => `<rect width="10" height="10" fill="lime" filter="drop-shadow(${one})"/>`)
      .join(''),
  ),
  'numbers of a shadow in a style': styled('fill:lime;filter:drop-shadow(12 4 0)'),
  'a blur in percent': styled('fill:lime;filter:blur(10%)'),
  'a stroke that does not scale': draw(
    '<g transform="scale(4)"><path d="M0 2.5h9" stroke="lime" vector-effect="non-scaling-stroke" stroke-width="6" style="stroke-dasharray:9px 3px"/></g>',
  ),
  'a background of the root': draw(
    `<rect ${LEFT} fill="lime"/>`,
    `${SIZE} style="background:#ffcc00"`,
  ),
  'a background beyond the viewBox': draw(
    `<rect ${LEFT} fill="lime"/>`,
    'width="80" height="40" viewBox="0 0 20 20" style="background-color:rgb(255 0 0/50%)"',
  ),
  'states and editors': css(
    'rect{cursor:pointer;pointer-events:none;user-select:none;-inkscape-stroke:none;font-family:x;fill:lime;transition:all 1s}rect:hover{fill:red}',
    TWO,
  ),
  ...ARRANGED_DRAWINGS,
  'sizes of the root in CSS': draw(
    `<rect ${LEFT} fill="lime"/>`,
    `${SIZE} style="width:10px;height:300px;max-width:100%;display:block;margin:auto"`,
  ),
};

/** Drawings that would look otherwise in a browser, and a name in the refusal. */
export const REFUSED_STYLES: Readonly<Record<string, readonly [svg: string, named: string]>> = {
  'a shape as clip-path': [styled('clip-path:circle(5px)'), 'clip-path: circle()'],
  'a gradient as mask': [styled('mask-image:linear-gradient(red,blue)'), 'mask-image'],
  'a gradient as background': [
    draw(`<rect ${LEFT}/>`, `${SIZE} style="background:linear-gradient(red,blue)"`),
    'background: linear-gradient()',
  ],
  'a border of the root': [draw('', `${SIZE} style="border:1px solid red"`), 'border'],
  'a margin of the root': [draw('', `${SIZE} style="margin:5px"`), 'margin'],
  'a side of the border': [
    draw('', `${SIZE} style="border-left-style:solid"`),
    'border-left-style',
  ],
  'a margin before the block': [draw('', `${SIZE} style="margin-block:5px"`), 'margin-block'],
  'contents that are not shown': [
    draw('', `${SIZE} style="content-visibility:hidden"`),
    'content-visibility',
  ],
  'all properties at once': [styled('all:initial'), 'all'],
  'a shape by the older name of clip-path': [
    styled('-webkit-clip-path:circle(5px)'),
    'clip-path: circle()',
  ],
  'an outline': [styled('outline-style:solid'), 'outline-style'],
  'the size of a block': [styled('block-size:5px'), 'block-size'],
  'the size of a line': [styled('inline-size:5px'), 'inline-size'],
  'a tile': [draw(`<filter id="f"><feTile/></filter><rect ${LEFT} filter="url(#f)"/>`), 'feTile'],
  'noise without seams': [
    draw('<filter id="f"><feTurbulence stitchTiles="stitch"/></filter>'),
    'stitchTiles',
  ],
  'a bias': [
    draw('<filter id="f"><feConvolveMatrix bias=".5" kernelMatrix="1 1 1 1 1 1 1 1 1"/></filter>'),
    'bias of feConvolveMatrix',
  ],
  'a kernel whose sum is zero': [
    draw('<filter id="f"><feConvolveMatrix kernelMatrix="0 1 0 1 -4 1 0 1 0"/></filter>'),
    'feConvolveMatrix with a sum of zero',
  ],
  'a paint of a use': [
    draw('<defs><rect id="a" fill="context-fill"/></defs><use href="#a" fill="red"/>'),
    'context-fill or context-stroke outside of a marker',
  ],
  'a marker with a gradient of its line': [
    draw(
      `<linearGradient id="g"/><marker id="m">${CONTEXT}</marker><path stroke="url(#g)" marker-end="url(#m)"/>`,
    ),
    'context-stroke of a gradient',
  ],
  'a marker of a line that a use may paint': [
    draw(
      `<marker id="m">${CONTEXT}</marker><defs><path id="a" d="M0 0h9" marker-end="url(#m)"/></defs><use href="#a" stroke="red"/>`,
    ),
    'context-stroke of a gradient',
  ],
  'a marker in a marker with the paint of a line': [
    draw(
      `<marker id="m">${CONTEXT}</marker><marker id="n"><path d="M0 0h9" marker-end="url(#m)"/></marker>`,
    ),
    'in a marker of a marker',
  ],
  'a kernel of decimals whose sum is zero': [
    draw('<filter id="f"><feConvolveMatrix kernelMatrix=".1 .1 .1 .1 .1 .1 .1 .1 -.8"/></filter>'),
    'feConvolveMatrix with a sum of zero',
  ],
  'an inner circle': [draw('<radialGradient id="a" fr=".2"/>'), 'fr of a radialGradient'],
  'a unit of fonts': [draw('<rect width="3ch" height="9"/>'), 'the unit ch'],
  'markers before the line': [
    draw('<path d="M0 0h9" marker-end="url(#a)" paint-order="markers"/>'),
    'paint-order with markers first',
  ],
  'a light in a mirrored group': [
    draw(
      '<filter id="f"><feDiffuseLighting><feDistantLight/></feDiffuseLighting></filter><g transform="scale(-1 1)"><g filter="url(#f)"/></g>',
    ),
    'feDiffuseLighting on an element that is turned or mirrored',
  ],
  'a blur in a skewed group': [
    draw(
      '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g transform="skewX(20)" filter="url(#f)"/>',
    ),
    'feGaussianBlur on an element that is turned or mirrored',
  ],
  'a filter that stands in two ways': [
    draw(
      '<filter id="f"><feOffset dx="2"/></filter><g id="a" filter="url(#f)"/><use href="#a" transform="scale(-1 1)"/>',
    ),
    'turned in one place and not in another',
  ],
  'a transform in space': [styled('transform:rotateX(45deg)'), 'three dimensions'],
  'a box that is not known': [
    draw('<path d="M0 0h9v9" style="transform-box:fill-box;transform:rotate(9deg)"/>'),
    'transform-box',
  ],
  'a stroke that scales unevenly': [
    draw(
      '<path transform="scale(2 1)" d="M0 5h9" stroke="red" vector-effect="non-scaling-stroke"/>',
    ),
    'vector-effect: non-scaling-stroke',
  ],
  'an animation that is under way': [
    css('@keyframes k{to{fill:red}}rect{animation:k 9s -3s}', TWO),
    'a negative animation-delay',
  ],
  'a variable that a use changes': [
    draw(
      `<defs><rect id="a" ${LEFT} fill="var(--c,red)"/></defs><use href="#a" style="--c:lime"/>`,
    ),
    'var() in what a use draws',
  ],
  'a path of motion': [styled('offset-path:path("M0 0h9")'), 'offset-path'],
  '@property': [
    css('@property --c{syntax:"<color>";inherits:true;initial-value:red}', TWO),
    '@property',
  ],
  '@scope': [css('@scope (g){rect{fill:red}}', TWO), '@scope'],
  '@import': [css('@import "a.css";', TWO), 'outside of it'],
  'a URL elsewhere': [css('.nothing{fill:url(https://example.com/a.svg#b)}', TWO), 'outside of it'],
};
