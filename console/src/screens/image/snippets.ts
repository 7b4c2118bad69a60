import { imageUrl, type SrcSetOptions, srcSet } from 'imagewell-client';
import { type Frame, writeFrame } from '../../images/frame.ts';
import { altOfImage, type Image, nameOfImage } from '../../images/image.ts';

/** Text to paste, and the renditions that it can ask for. */
export interface Snippet {
  readonly text: string;
  readonly urls: readonly string[];
}

interface Subject {
  readonly image: Image;
  readonly alt: string;
  /** Of the image, or of the part that is cut out. */
  readonly width: number;
  readonly height: number;
  /** Of so many pixels at most. */
  readonly url: (format: Format | undefined, width?: number) => string;
  readonly set: (format: Format, widths?: readonly number[]) => string;
}

type Format = 'webp' | 'avif';

const WIDTH = 800;
const WIDTHS = [400, 800, 1600];
/** The widths that Next.js makes of `sizes="50vw"` without a configuration of its own. */
const NEXT_WIDTHS = [384, 640, 750, 828, 1080, 1200, 1920, 2048, 3840];
// as values: an import in a text is no import of the console
const NEXT = 'next/image';
const UNPIC = '@unpic/react/base';

const quote = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

const urlsOf = (set: string) => set.split(', ').map((one) => one.split(' ')[0] ?? '');

/** The arguments of a loader for each width, with the crop where there is one. */
const argumentsOf = ({ url }: Subject, more = '') => {
  const crop = new URL(url('webp')).searchParams.get('crop');
  return `{ format: 'webp', width${crop === null ? '' : `, crop: '${crop}'`}${more} }`;
};

const one = (subject: Subject) => subject.url('webp', WIDTH);

const WRITERS = {
  URL: ({ image, width, url }) =>
    width === image.width && url(undefined) === image.imageUrl
      ? { text: image.imageUrl, urls: [] }
      : { text: url(undefined), urls: [url(undefined)] },
  srcset: (subject) => {
    const { width, height, alt, set } = subject;
    const all = set('webp');
    const lines = all.replace(/, /g, ',\n    ');
    const size = `width="${width}" height="${height}" loading="lazy"`;
    const text = `<img src="${one(subject)}"\n  srcset="\n    ${lines}"\n  sizes="(min-width: 48rem) 50vw, 100vw"\n  ${size}\n  alt="${alt}">`;
    return { text, urls: [one(subject), ...urlsOf(all)] };
  },
  picture: ({ width, height, alt, url, set }) => {
    const sets = (['avif', 'webp'] as const).map(
      (format) => [format, set(format, WIDTHS)] as const,
    );
    const sources = sets.map(
      ([format, all]) => `  <source type="image/${format}" sizes="100vw" srcset="${all}">\n`,
    );
    const last = url(undefined, WIDTH);
    const text = `<picture>\n${sources.join('')}  <img src="${last}" width="${width}" height="${height}"\n    alt="${alt}">\n</picture>`;
    return { text, urls: [...sets.flatMap(([, all]) => urlsOf(all)), last] };
  },
  Markdown: (subject) => {
    const alt = altOfImage(subject.image).replace(/[[\]]/g, '\\$&');
    return { text: `![${alt}](${one(subject)})`, urls: [one(subject)] };
  },
  curl: (subject) => {
    const name = nameOfImage(subject.image)
      .replace(/\.[^.]*$/, '')
      .replace(/[^\w.-]/g, '-');
    return { text: `curl -o ${name}.webp "${one(subject)}"`, urls: [one(subject)] };
  },
  [NEXT]: (subject) => {
    const { image, width, height, alt, url } = subject;
    const loader = `const loader = ({ src, width, quality }) =>\n  imageUrl(src, ${argumentsOf(subject, ', quality')})`;
    const text = `import Image from ${`'${NEXT}'`}\nimport { imageUrl } from 'imagewell-client'\n\n${loader}\n\n<Image loader={loader} src="${image.imageUrl}"\n  width={${width}} height={${height}} sizes="50vw"\n  alt="${alt}" />`;
    return { text, urls: NEXT_WIDTHS.map((wide) => url('webp', wide)) };
  },
  unpic: (subject) => {
    const { image, width, height, alt, url } = subject;
    const wide = Math.min(WIDTH, width);
    const points = WIDTHS.filter((point) => point < width);
    const transformer = `const transformer = (src, { width }) =>\n  imageUrl(src, ${argumentsOf(subject)})`;
    const text = `import { Image } from ${`'${UNPIC}'`}\nimport { imageUrl } from 'imagewell-client'\n\n${transformer}\n\n<Image transformer={transformer} src="${image.imageUrl}"\n  layout="constrained" width={${wide}} height={${Math.round((wide * height) / width)}}\n  breakpoints={[${points.join(', ')}]}\n  alt="${alt}" />`;
    return { text, urls: [wide, ...points].map((point) => url('webp', point)) };
  },
} as const satisfies Record<string, (subject: Subject) => Snippet>;

export type SnippetKind = keyof typeof WRITERS;

export const SNIPPET_KINDS = Object.keys(WRITERS) as SnippetKind[];

/** Writes an address or the text around it, of an image or of a part of it. */
export function writeSnippet(kind: SnippetKind, image: Image, part: Frame | undefined): Snippet {
  const { width, height } = part ?? image;
  const crop = part && { crop: writeFrame(part) };
  const { text, urls } = WRITERS[kind]({
    image,
    alt: quote(altOfImage(image)),
    width,
    height,
    url: (format, wide) =>
      imageUrl(image, {
        ...(format && { format }),
        ...crop,
        ...(wide !== undefined && { width: Math.min(wide, width) }),
      }),
    // the width that is given is the part's, so that a crop makes no width of the set a false one
    set: (format, widths) =>
      srcSet({ imageUrl: image.imageUrl, width }, {
        format,
        ...(widths && { widths }),
        ...crop,
      } as SrcSetOptions),
  });
  return { text, urls: [...new Set(urls)] };
}
