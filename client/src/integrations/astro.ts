import { DEFAULT_WIDTHS } from '../src-set.ts';
import { type FrameworkOptions, type FrameworkParameters, frameworkUrl } from './framework-url.ts';

/** The properties that `<Image>` of Astro gives its image service. */
export interface AstroTransform extends FrameworkParameters {
  readonly src: unknown;
  readonly widths?: readonly (number | `${number}w`)[] | undefined;
  readonly densities?: readonly (number | `${number}x`)[] | undefined;
  readonly [attribute: string]: unknown;
}

/** The part of Astro's `image` settings that the service reads. */
export interface AstroImageConfig {
  readonly service: { readonly config: FrameworkOptions };
}

/** Everything that is no attribute of an `<img>`. */
const NO_ATTRIBUTES = [
  'src',
  'widths',
  'densities',
  'quality',
  'format',
  'formats',
  'fit',
  'position',
  'background',
  'blur',
  'layout',
  'priority',
  'inferSize',
];

function sourceOf({ src }: AstroTransform): string {
  if (typeof src === 'string') return src;
  throw new TypeError('imagewell shows uploaded images: give the URL or the ID of one as src.');
}

const descriptorNumber = (value: number | string) => Number.parseFloat(String(value));

/** Each further address of the image, without those that would be wider than it is shown. */
function getSrcSet<T extends AstroTransform>(
  transform: T,
): { readonly transform: T; readonly descriptor: string }[] {
  const { width, height, widths, densities } = transform;
  const own = Number(width);
  const ratio = Number(height) / own;
  const scaled = (to: number) => ({
    ...transform,
    width: to,
    ...(ratio > 0 && { height: Math.round(to * ratio) }),
  });
  if (densities) {
    return densities.map(descriptorNumber).map((density) => ({
      transform: scaled(Math.round(own * density)),
      descriptor: `${density}x`,
    }));
  }
  const requested = widths?.map(descriptorNumber) ?? (own > 0 ? [] : DEFAULT_WIDTHS);
  return requested.map((to) => ({ transform: scaled(to), descriptor: `${to}w` }));
}

/** The image service of Astro: `image.service.entrypoint`, with its options in `config`. */
export const imageService = {
  /** Refuses a source that is no uploaded image before a page is made of it. */
  validateOptions<T extends AstroTransform>(transform: T, config: AstroImageConfig): T {
    imageService.getURL(transform, config);
    return transform;
  },
  getURL(transform: AstroTransform, { service: { config } }: AstroImageConfig): string {
    return frameworkUrl(sourceOf(transform), transform, config);
  },
  getSrcSet,
  getHTMLAttributes(transform: AstroTransform): Record<string, unknown> {
    const entries = Object.entries(transform).filter(([name]) => !NO_ATTRIBUTES.includes(name));
    return { loading: 'lazy', decoding: 'async', ...Object.fromEntries(entries) };
  },
};

/** Astro takes the default export of an entrypoint. */
export default imageService;
