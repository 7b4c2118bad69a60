import { describe, expect, it } from 'vitest';
import { rebuildSvg } from '../../../../../core/codecs/svg/rebuild-svg.ts';
import { countTextWork } from '../../../../support/images/count-text-work.ts';
import { faultOfSvg } from '../../../../support/images/svg/fault-of-svg.ts';
import { svgOf } from '../../../../support/images/svg/svg-samples.ts';

const TEXT = '<text>name</text>';
const HTML = '<div xmlns="http://www.w3.org/1999/xhtml">name</div>';
const FEATURE = 'requiredFeatures="http://www.w3.org/TR/SVG11/feature#Extensibility"';

/** The drawing within the root. */
function drawn(content: string, attributes?: string): string {
  const { svg } = rebuildSvg(svgOf(content, attributes));
  return svg.slice(svg.indexOf('>') + 1, -'</svg>'.length);
}

const faultOf = (content: string) => faultOfSvg(svgOf(content));

describe('references of an SVG', () => {
  it.each(['a', 'linearGradient', 'pattern', 'filter', 'path'])(
    'of %s load nothing elsewhere, and are left out (uploads.svg)',
    (name) => {
      const element = (href: string) => `<${name} ${href} id="x"><g></g></${name}>`;
      for (const href of ['href', 'xlink:href']) {
        for (const url of ['https://example.com/?a=1#b', 'javascript:alert(1)', '', 'a b']) {
          const shape = drawn(element(`${href}="${url}"`));
          expect(shape).toBe(drawn(element('')));
        }
      }
    },
  );

  it('of a link leave its attributes, as those of a group (uploads.svg)', () => {
    const link =
      '<a href="https://example.com/" fill="lime" transform="scale(2)"><path></path></a>';
    expect(drawn(link)).toBe('<g fill="#00ff00" transform="scale(2)"><path></path></g>');
  });

  it.each(['image', 'feImage', 'use'])(
    'of %s load a file: the refusal names the element (uploads.svg)',
    (name) => {
      expect(faultOf(`<${name} href="a.svg#b"/>`)).toContain(`href of ${name}`);
    },
  );
});

describe('a switch in an SVG (uploads.svg)', () => {
  const [first, second] = ['<g id="a"></g>', '<g id="b"></g>'];
  const chosen = (condition: string) =>
    drawn(`<switch><g id="a" ${condition}/>${second}</switch>`).includes('id="a"');

  it.each([
    ['systemLanguage="en"', true],
    ['systemLanguage="de, en-US"', true],
    ['systemLanguage="en-GB"', true],
    ['systemLanguage="english"', false],
    ['systemLanguage="de"', false],
    ['systemLanguage=""', false],
    ['requiredExtensions="http://www.w3.org/1999/xhtml"', true],
    ['requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"', false],
    ['requiredExtensions=""', false],
    ['requiredFeatures="of nothing"', true],
    ['display="none"', true],
  ])('draws its first child with %s as browsers do: %s', (condition, isChosen) => {
    expect(chosen(condition)).toBe(isChosen);
  });

  it('draws one child, and nothing if the first one is unknown', () => {
    expect(drawn(`<switch>${first}${second}</switch>`)).toBe(`<g>${first}</g>`);
    expect(drawn(`<switch><unknown/>${second}</switch>`)).toBe('<g></g>');
  });

  it('has conditions outside of it too', () => {
    expect(drawn(`<g systemLanguage="de"/><g id="a" systemLanguage="en"/>`)).toBe(first);
  });

  it('leaves out HTML of an editor, and the note of draw.io that it has none', () => {
    const adobe = `<foreignObject requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/">${HTML}</foreignObject>`;
    expect(drawn(`<switch>${adobe}${first}</switch>`)).toBe(`<g>${first}</g>`);
    const note = `<a xlink:href="https://www.drawio.com/doc/faq/">${TEXT}</a>`;
    expect(drawn(`<switch><g ${FEATURE}/>${note}</switch>`)).toBe('<g><g></g></g>');
  });

  it('refuses HTML that browsers choose, as draw.io writes its labels', () => {
    const label = `<switch><foreignObject ${FEATURE} width="100%" height="100%">${HTML}</foreignObject>${TEXT}</switch>`;
    expect(faultOf(label)).toContain('HTML (foreignObject)');
  });
});

describe('text in an SVG (uploads.svg)', () => {
  it.each([
    ['empty', '<text> <tspan/></text>'],
    ['not displayed', `<g display="none">${TEXT}</g>`],
    ['not displayed by its style', `<g style="display:none">${TEXT}</g>`],
    ['hidden', `<g visibility="hidden">${TEXT}</g>`],
    ['clear', `<g opacity="0">${TEXT}</g>`],
    ['without paint', `<g fill="none">${TEXT}</g>`],
    ['never referred to', `<defs>${TEXT}<g id="a">${TEXT}</g></defs>`],
    ['in a symbol that is hidden', `<symbol id="a">${TEXT}</symbol>`],
    ['in an unknown element', `<flowRoot><flowPara>name</flowPara></flowRoot>`],
    ['in a foreign object without any', '<foreignObject width="9" height="9"> </foreignObject>'],
  ])('that is %s is left out', (_, content) => {
    expect(drawn(`${content}<rect></rect>`)).toMatch(/^((?!name|text|foreign).)*<rect><\/rect>$/);
  });

  it.each([
    ['in a group', `<g fill="none"><g fill="red">${TEXT}</g></g>`],
    ['that is visible again', `<g visibility="hidden"><text visibility="visible">a</text></g>`],
    ['with a stroke', `<g fill="none" stroke="red">${TEXT}</g>`],
    ['in a part that is used', `<defs><g id="a">${TEXT}</g></defs><use href="#a"/>`],
    ['in a clip', `<clipPath id="a">${TEXT}</clipPath><rect clip-path="url(#a)"/>`],
    ['in a pattern', `<pattern id="a">${TEXT}</pattern><rect style="fill:url(#a)"/>`],
    ['in a mask of a rule', `<style>g{mask:url(#a)}</style><mask id="a">${TEXT}</mask><g/>`],
    [
      'in a part of a part',
      `<defs><g id="a">${TEXT}</g><use id="b" href="#a"/></defs><use href="#b"/>`,
    ],
  ])('%s is refused with the cure', (_, content) => {
    expect(faultOf(content)).toContain('convert it to paths');
  });
});

describe('an animation in an SVG (uploads.svg)', () => {
  const animated = (animation: string, attributes = 'width="20"') =>
    drawn(`<rect ${attributes}>${animation}</rect>`).slice('<rect '.length, -'></rect>'.length);
  const animate = (more: string) => `<animate attributeName="width" ${more}/>`;

  it.each([
    ['from="5" to="40" dur="2s"', '5'],
    ['values="7;9;1" dur="2s" repeatCount="indefinite"', '7'],
    ['begin="0s" from="5" to="40" dur="2s"', '5'],
    ['begin="click; 0s" from="5" to="40" dur="2s"', '5'],
    ['begin="-1s" from="5" to="41" dur="2s"', '23'],
    ['begin="-3s" from="5" to="41" dur="2s" repeatCount="indefinite"', '23'],
    ['begin="-3s" from="5" to="41" dur="2s" fill="freeze"', '41'],
    ['begin="-0:01" values="1;2;3;4" dur="4s" calcMode="discrete"', '2'],
    ['begin="-1s" values="0;8" keyTimes="0;.5" dur="4s"', '4'],
    ['begin="-1s" values="0;8" keySplines="0 0 1 1" calcMode="spline" dur="4s"', '2'],
    ['begin="-1s" values="0;8" keySplines="0,0,1,1;" calcMode="spline" dur="2s"', '4'],
    ['begin="-1s" values="0;8" keySplines=".1 .8 .2 1" calcMode="spline" dur="4s"', '6.504934'],
    ['begin="-1s" values="0;8;9" keySplines="0 0 1 1" calcMode="spline" dur="4s"', '20'],
    ['begin="-1s" values="0;8" keySplines="0 0 2 1" calcMode="spline" dur="4s"', '20'],
    ['begin="-1s" values="0;8" calcMode="spline" dur="4s"', '20'],
    ['from="0" to="9" additive="sum" dur="4s"', '20'],
    ['begin="-3s" from="5" to="40" dur="2s"', '20'],
    ['begin="1s" from="5" to="40" dur="2s"', '20'],
    ['begin="click" from="5" to="40" dur="2s"', '20'],
    ['begin="other.end" from="5" to="40" dur="2s"', '20'],
    ['begin="indefinite" from="5" to="40" dur="2s"', '20'],
    ['to="40" dur="2s"', '20'],
    ['by="40" dur="2s"', '20'],
  ])('with %s gives its value in the first frame: %s', (more, width) => {
    expect(animated(animate(more))).toBe(`width="${width}"`);
  });

  it('mixes colours in whatever form they are written', () => {
    const between = (values: string, more = '') =>
      animated(
        `<animate attributeName="fill" values="${values}" begin="-1s" dur="4s" ${more}/>`,
        '',
      );
    expect(between('#f00;#00f')).toBe('fill="#bf0040"');
    expect(between('red;rgb(0,0,255)')).toBe('fill="#bf0040"');
    expect(between('red;url(#a)')).toBe('fill="red"');
    expect(between('red;blue', 'calcMode="discrete"')).toBe('fill="red"');
  });

  it('is refused by name where it adds to a value that other parts give', () => {
    const fault = (animation: string) => faultOf(`<rect width="20">${animation}</rect>`);
    const sums = [
      animate('begin="-1s" to="40" dur="2s"'),
      animate('begin="-1s" by="40" dur="2s"'),
      animate('begin="-1s" from="0" to="9" dur="2s" additive="sum"'),
      animate('begin="-5s" from="0" to="9" dur="2s" accumulate="sum" repeatCount="9"'),
      animate('from="5" to="9" dur="2s" additive="sum"'),
    ];
    for (const sum of sums) expect(fault(sum)).toContain('a sum of values in animate,');
    const motion = '<animateMotion path="M20 10L30 20" begin="-1s" dur="2s"/>';
    expect(fault(motion)).toContain('animateMotion that began before');
  });

  it('replaces an attribute, a style and a transform', () => {
    expect(animated('<set attributeName="fill" to="blue"/>', '')).toBe('fill="blue"');
    const fill = '<animate attributeName="fill" from="blue" to="red" dur="1s"/>';
    expect(animated(fill, 'style="fill:red;stroke:red"')).toBe('fill="blue" stroke="#ff0000"');
    const turn = (more: string) =>
      `<animateTransform attributeName="transform" type="rotate" from="45 2 1" to="9" dur="1s" ${more}/>`;
    const moved = 'transform="scale(2)"';
    expect(animated(turn(''), moved)).toBe('transform="rotate(45 2 1)"');
    expect(animated(turn('additive="sum"'), moved)).toBe('transform="scale(2) rotate(45 2 1)"');
    const motion = '<animateMotion path="M20 10L30 20" dur="2s"/>';
    expect(animated(motion, '')).toBe('transform="translate(20 10)"');
  });

  it('may name the element that it changes, the first with the id', () => {
    const named = '<set xlink:href="#a" attributeName="fill" to="blue"/>';
    const shapes = drawn(`<g id="a"/><g id="a"/>${named}`);
    expect(shapes).toBe('<g id="a" fill="blue"></g><g id="a"></g>');
  });

  it('refers to nothing outside', () => {
    const set = (to: string) => `<g><set attributeName="fill" to="${to}"/></g>`;
    expect(faultOf(set('url(https://example.com/a.svg#b)'))).toContain('outside of it');
    expect(faultOf('<image><set attributeName="href" to="a.png"/></image>')).toBe('none');
    expect(drawn('<image><set attributeName="xlink:href" to="a.png"/></image>')).not.toContain(
      'a.',
    );
  });

  it('is read in work that is linear in the bytes (security.linear-work)', () => {
    const sum =
      '<animateTransform attributeName="transform" type="scale" from="1" additive="sum"/>';
    const many = [
      sum.repeat(20_000),
      animate(`values="${'1;'.repeat(500_000)}" begin="-1s" dur="2s"`),
      animate(`from="${'1 '.repeat(200_000)}" to="${'1 '.repeat(200_000)}" begin="-1s" dur="2s"`),
      animate(`begin="${'0s;'.repeat(300_000)}" from="1" to="2" dur="1s"`),
      '<g id="a"/>'.repeat(9_000) + '<set href="#a" attributeName="x" to="1"/>'.repeat(9_000),
    ];
    for (const content of many) {
      const work = countTextWork(() => faultOf(`<g>${content}</g>`));
      expect(work).toBeLessThan(60 * content.length);
    }
    expect(faultOf(`<g>${sum.repeat(200)}</g>`)).toBe('none');
    expect(faultOf(`<g>${sum.repeat(201)}</g>`)).toContain('too complex');
  });
});

describe('parts of an SVG that others refer to (uploads.svg)', () => {
  const MARKER =
    '<marker id="m" orient="auto-start-reverse" refX="9" viewBox="0 0 10 4"><path></path></marker>';

  it('have a marker twice where it is reversed at the start', () => {
    const shape = drawn(`${MARKER}<path marker-start="url(#m)" marker-end="url('#m')"/>`);
    expect(shape).toContain('<marker id="m" orient="auto" refX="9" viewBox="0 0 10 4">');
    expect(shape).toContain('viewBox="8 -4 10 4"><g transform="rotate(180 9 0)"><path></path></g>');
    expect(shape).toMatch(/marker-start="url\(#m-reversed-at-start\)" marker-end="url\('?#m'?\)"/);
  });

  it('have a symbol in its own size, where its use has none', () => {
    const symbol = '<symbol id="s" width="10" height="20" viewBox="0 0 1 1"/>';
    expect(drawn(`${symbol}<use href="#s"/>`)).toContain('<use href="#s" width="10" height="20">');
    expect(drawn(`${symbol}<use href="#s" width="5"/>`)).toContain('width="5" height="20"');
  });

  it('have an svg in another one with its transform, and none without a size', () => {
    const inner = '<svg width="9"><path></path></svg>';
    expect(drawn('<svg width="9"><path/></svg>')).toBe(inner);
    expect(drawn('<svg transform="scale(2)" width="9"><path/></svg>')).toBe(
      `<g transform="scale(2)">${inner}</g>`,
    );
    for (const size of ['width="0"', 'height="0%"', 'viewBox="0 0 0 9"']) {
      expect(drawn(`<svg ${size}><path/></svg>`)).toBe('');
    }
  });

  it('have a property by its older name too, of which the last one counts', () => {
    const rect = (style: string) => drawn(`<rect style="${style}"/>`);
    expect(rect('-webkit-opacity:.5')).toBe('<rect opacity="0.5"></rect>');
    expect(rect('-webkit-transform:scale(2);transform:scale(3)')).toBe(
      '<rect transform="matrix(3 0 0 3 0 0)"></rect>',
    );
  });

  it('mark no rectangle and no ellipse, whose markers browsers do not draw', () => {
    const marked = (shape: string) =>
      drawn(`<marker id="m"/><g marker-mid="url(#m)">${shape}</g>`).replace(/^.*<g [^>]*>/, '');
    const none = 'marker-start="none" marker-mid="none" marker-end="none"';
    expect(marked('<rect/>')).toContain(`<rect ${none}>`);
    expect(marked('<circle/><ellipse/>')).toContain(`<circle ${none}></circle><ellipse ${none}>`);
    expect(marked('<path/>')).not.toContain('none');
    expect(drawn('<rect/>')).toBe('<rect></rect>');
  });

  it('draw without a filter or a mask that is another element', () => {
    const rect = (id: string) => `<g id="g"/><filter id="f"/><rect filter="url(#${id})"/>`;
    expect(drawn(rect('g'))).toContain('<rect></rect>');
    expect(drawn(rect('f'))).toContain('<rect filter="url(#f)"></rect>');
    expect(drawn('<g id="g"/><rect mask="url(#g)"/><rect mask="url(#none)"/>')).toBe(
      '<g id="g"></g><rect></rect><rect></rect>',
    );
  });

  it('clip by a shape and by a use of one, and by no other use', () => {
    const parts =
      '<path id="a" d="M0 0h9v9z"/><use id="b" href="#a"/><g id="c"><path d="M0 0h9v9z"/></g>';
    const clip = (content: string) =>
      /<clipPath id="k">(.*?)<\/clipPath>/.exec(
        drawn(`<defs>${parts}</defs><clipPath id="k">${content}</clipPath>`),
      )?.[1];
    expect(clip('<use href="#a"/><rect/>')).toBe('<use href="#a"></use><rect></rect>');
    expect(clip('<use href="#b"/><use href="#c"/><use href="#none"/><rect/>')).toBe(
      '<rect></rect>',
    );
  });

  it.each([
    ['color-interpolation: linearRGB', '<mask color-interpolation="linearRGB"><rect/></mask>'],
    ['color-interpolation: linearRGB', '<g style="color-interpolation:linearRGB"><mask/></g>'],
    ['color-interpolation: linearRGB', '<mask><g color-interpolation="linearRGB"/></mask>'],
    ['color-interpolation: linearRGB', '<linearGradient color-interpolation="linearRGB"/>'],
    ['feImage with a place', '<filter><feImage href="#a" x="5"/></filter>'],
    ['feImage with a place', '<filter><feImage href="#a" y="5" width="9"/></filter>'],
    [
      'feImage with a place',
      '<filter primitiveUnits="objectBoundingBox"><feImage href="#a"/></filter>',
    ],
    ['feImage with a place', '<filter primitiveUnits="objectBoundingBox"><feImage/></filter>'],
    ['none', '<mask color-interpolation="sRGB"><rect/></mask>'],
    ['none', '<mask mask-type="alpha" color-interpolation="linearRGB"><rect/></mask>'],
    ['none', '<g color-interpolation="linearRGB"><rect/></g>'],
    ['none', '<filter><feImage href="#a" width="5"/></filter>'],
    ['none', '<filter primitiveUnits="objectBoundingBox"><feImage x=".2"/></filter>'],
  ])('that the renderer draws otherwise are refused by name: %s', (fault, content) => {
    expect(faultOf(content)).toContain(fault);
  });

  it('show markers of a path without paint, and draw without a filter that is missing', () => {
    const path = '<marker id="m"/><path fill="none" marker-mid="url(#m)"/>';
    expect(drawn(path)).toContain('<path fill="#000" marker-mid="url(#m)" fill-opacity="0">');
    expect(drawn('<g filter="url(#none)" id="a"/>')).toBe('<g id="a"></g>');
  });
});

describe('the size of an SVG', () => {
  it.each([
    ['', 300, 150],
    ['width="40"', 40, 150],
    ['height="60"', 300, 60],
    ['width="100%" height="100%"', 300, 150],
    ['viewBox="none"', 300, 150],
    ['viewBox="0 0 40 30 5"', 300, 150],
    ['viewBox="0 0 40px 30px"', 300, 150],
    ['viewBox="0 0 0 0"', 300, 150],
    ['width="abc" height="20" viewBox="0 0 40 30"', 80, 60],
    ['width="10em" height="5rem" viewBox="0 0 40 30"', 160, 80],
    ['width="40Q" height="30q"', 40, 30],
    ['width="auto" height="auto" viewBox="0 0 40 30"', 40, 30],
  ])('of %s is the size in browsers: %i x %i (uploads.svg)', (attributes, width, height) => {
    const bitmap = rebuildSvg(svgOf('<g/>', attributes));
    expect(bitmap.width / bitmap.height).toBeCloseTo(width / height, 1);
  });
});
