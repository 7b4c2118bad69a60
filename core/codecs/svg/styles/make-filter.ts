import type { XmlElement } from '../read-xml.ts';
import { refuseUndrawn } from '../svg-faults.ts';
import type { SvgSize } from '../svg-size.ts';
import { formatNumber } from './read-lengths.ts';
import type { Matrix } from './read-transform.ts';

type Values = Readonly<Record<string, string>>;

/** Functions that draw beyond an element, where the renderer cuts them. */
const SPREADING = /(?:^| )(?:blur|drop-shadow)\(/;
/** Standard deviations beyond which nothing of a blur is seen. */
const REACH = 3;

/** Whether the renderer needs an element for these functions, as they are written. */
export const needsElement = (filter: string): boolean => SPREADING.test(filter);

/** Filter Effects 1, 10: each function as an element. */
class FilterWriter {
  private readonly namespace: string;

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  make(name: string, values: Values, children: readonly XmlElement[] = []): XmlElement {
    const attributes = Object.entries(values).map(([key, value]) => ({
      name: key,
      namespace: '',
      value,
    }));
    return { name, namespace: this.namespace, attributes, children };
  }

  private transfer(functions: readonly string[], values: Values): XmlElement {
    return this.make(
      'feComponentTransfer',
      {},
      functions.map((name) => this.make(name, values)),
    );
  }

  step(name: string, values: readonly string[]): XmlElement {
    const [first = '0', x = '0', y = '0', blur = '0'] = values;
    const share = Number(first);
    switch (name) {
      case 'blur':
        return this.make('feGaussianBlur', { stdDeviation: first });
      case 'drop-shadow':
        return this.make('feDropShadow', {
          dx: x,
          dy: y,
          stdDeviation: blur,
          'flood-color': first,
        });
      case 'hue-rotate':
        return this.make('feColorMatrix', {
          type: 'hueRotate',
          values: formatNumber(Number.parseFloat(first)),
        });
      case 'saturate':
        return this.make('feColorMatrix', { type: 'saturate', values: first });
      case 'grayscale':
        return this.make('feColorMatrix', { type: 'saturate', values: formatNumber(1 - share) });
      case 'sepia':
        return this.make('feColorMatrix', { values: sepiaOf(1 - share) });
      case 'opacity':
        return this.transfer(['feFuncA'], { type: 'table', tableValues: `0 ${first}` });
      case 'invert':
        return this.transfer(COLOURS, {
          type: 'table',
          tableValues: `${first} ${formatNumber(1 - share)}`,
        });
      case 'contrast':
        return this.transfer(COLOURS, {
          type: 'linear',
          slope: first,
          intercept: formatNumber(0.5 - share / 2),
        });
      default: // brightness
        return this.transfer(COLOURS, { type: 'linear', slope: first });
    }
  }
}

const COLOURS = ['feFuncR', 'feFuncG', 'feFuncB'];

function sepiaOf(rest: number): string {
  const rows = [
    [0.393 + 0.607 * rest, 0.769 - 0.769 * rest, 0.189 - 0.189 * rest],
    [0.349 - 0.349 * rest, 0.686 + 0.314 * rest, 0.168 - 0.168 * rest],
    [0.272 - 0.272 * rest, 0.534 - 0.534 * rest, 0.131 + 0.869 * rest],
  ];
  return `${rows.map((row) => `${row.map(formatNumber).join(' ')} 0 0`).join(' ')} 0 0 0 1 0`;
}

/** The image in an element's units, by the matrix of these to pixels; undefined if it is flat. */
function imageIn([a, b, c, d, e, f]: Matrix, { width, height }: SvgSize) {
  const area = a * d - b * c;
  if (Math.abs(area) < 1e-12) return undefined;
  const corners = [0, width].flatMap((x) =>
    [0, height].map((y) => [
      (d * (x - e) - c * (y - f)) / area,
      (a * (y - f) - b * (x - e)) / area,
    ]),
  );
  const span = (axis: 0 | 1) => {
    const places = corners.map((corner) => corner[axis] ?? 0).sort((one, other) => one - other);
    const [first = 0, last = first] = [places[0], places.at(-1)];
    return [first, last - first] as const;
  };
  const [[left, across], [top, down]] = [span(0), span(1)];
  return { left, top, width: across, height: down };
}

/** The functions of a filter, and the place of their element. */
export interface FilterPlan {
  readonly id: string;
  readonly namespace: string;
  /** As they are written; without the current colour. */
  readonly functions: string;
  readonly matrix: Matrix | undefined;
  readonly image: SvgSize;
}

/**
 * The filter element of functions that draw beyond their element, over all of the image. An
 * ImageFileFault where the place of the element isn't known, or if other filters stand among them.
 */
export function makeFilter({ id, namespace, functions, matrix, image }: FilterPlan): XmlElement {
  if (functions.includes('url(')) return refuseUndrawn('url() and functions in one filter');
  const area = matrix && imageIn(matrix, image);
  if (!area) return refuseUndrawn('filter: blur() or drop-shadow() in what a use draws');
  const writer = new FilterWriter(namespace);
  let reach = 0;
  const steps = functions.split(') ').map((one) => {
    const [name = '', text = ''] = one.replace(')', '').split('(');
    const values = text.split(' ');
    if (name === 'blur') reach += REACH * Number(values[0]);
    const [, x, y, blur] = values.map((one) => Math.abs(Number.parseFloat(one)));
    if (name === 'drop-shadow') reach += Math.max(x ?? 0, y ?? 0) + REACH * (blur ?? 0);
    return writer.step(name, values);
  });
  const values = {
    id,
    filterUnits: 'userSpaceOnUse',
    x: formatNumber(area.left - reach),
    y: formatNumber(area.top - reach),
    width: formatNumber(area.width + 2 * reach),
    height: formatNumber(area.height + 2 * reach),
    'color-interpolation-filters': 'sRGB',
  };
  return writer.make('filter', values, steps);
}
