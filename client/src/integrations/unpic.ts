import { addressOf } from '../image-source.ts';
import { type FrameworkOptions, type FrameworkParameters, frameworkUrl } from './framework-url.ts';

/** The operations of unpic: the parameters of an address, by unpic's names. */
export type Operations = FrameworkParameters;

/** The parts of an address; `src` is the address without operations. */
export interface Extracted {
  readonly src: string;
  readonly operations: Operations;
  readonly options: FrameworkOptions;
}

const NAMES = ['width', 'height', 'quality', 'fit', 'position', 'background', 'blur'] as const;
const IS_TEXT: Readonly<Record<string, true>> = { fit: true, position: true, background: true };

/** The operations of an image's URL; null for every other URL, an ID among them. */
export function extract(url: string | URL, options: FrameworkOptions = {}): Extracted | null {
  try {
    const { stem, extension } = addressOf(String(url), options);
    if (extension === undefined) return null;
    const { searchParams } = new URL(String(url));
    const pairs = NAMES.flatMap((name) => {
      const value = searchParams.get(name);
      if (value === null) return [];
      const number = Number(value);
      return [[name, IS_TEXT[name] || Number.isNaN(number) ? value : number] as const];
    });
    const operations: Operations = { ...Object.fromEntries(pairs), format: extension };
    return { src: `${stem}.${extension}`, operations, options };
  } catch {
    return null; // not ours: unpic asks with every URL of a page
  }
}

/** The URL with these operations alone. Throws a TypeError for a foreign address. */
export function generate(
  src: string | URL,
  operations: Operations,
  options: FrameworkOptions = {},
): string {
  return frameworkUrl(String(src), operations, options);
}

/** The URL with its own operations and these over them: `transformer` of unpic's components. */
export function transform(
  src: string | URL,
  operations: Operations,
  options: FrameworkOptions = {},
): string {
  const { format: _, ...own } = extract(src, options)?.operations ?? {};
  return generate(src, { ...own, ...operations }, options);
}
