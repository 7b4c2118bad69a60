import { imageUrl, srcSet } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { imagewell } from '../../app/imagewell.ts';
import { useResource } from '../../app/resource.ts';
import { altOfImage, type Image, nameOfImage } from '../../images/image.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Code } from '../../ui/code.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const KINDS = ['URL', 'srcset', 'picture', 'Markdown', 'curl', 'next/image'] as const;
const NEXT_IMAGE: Kind = 'next/image';

type Kind = (typeof KINDS)[number];
const WIDTH = 800;

interface Snippet {
  readonly text: string;
  /** The renditions that it asks for. */
  readonly urls: readonly string[];
}

const quote = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

const urlsOf = (set: string) => set.split(', ').map((one) => one.split(' ')[0] ?? '');

function writeSnippet(image: Image, kind: Kind): Snippet {
  const { width, height } = image;
  const alt = quote(altOfImage(image));
  const one = imageUrl(image, { format: 'webp', width: Math.min(WIDTH, width) });
  if (kind === 'URL') return { text: image.imageUrl, urls: [] };
  if (kind === 'Markdown') {
    return { text: `![${altOfImage(image).replace(/[[\]]/g, '\\$&')}](${one})`, urls: [one] };
  }
  if (kind === 'curl') {
    const name = nameOfImage(image)
      .replace(/\.[^.]*$/, '')
      .replace(/[^\w.-]/g, '-');
    return { text: `curl -o ${name}.webp "${one}"`, urls: [one] };
  }
  if (kind === 'srcset') {
    const set = srcSet(image, { format: 'webp' });
    const lines = set.replace(/, /g, ',\n    ');
    const size = `width="${width}" height="${height}" loading="lazy"`;
    const text = `<img src="${one}"\n  srcset="\n    ${lines}"\n  sizes="(min-width: 48rem) 50vw, 100vw"\n  ${size}\n  alt="${alt}">`;
    return { text, urls: [...new Set([one, ...urlsOf(set)])] };
  }
  if (kind === 'picture') {
    const sets = (['avif', 'webp'] as const).map((format) => ({
      format,
      set: srcSet(image, { format, widths: [WIDTH, WIDTH * 2] }),
    }));
    const sources = sets.map(
      ({ format, set }) => `  <source type="image/${format}" sizes="100vw" srcset="${set}">\n`,
    );
    const last = imageUrl(image, { width: Math.min(WIDTH, width) });
    const size = `width="${width}" height="${height}"`;
    const text = `<picture>\n${sources.join('')}  <img src="${last}" ${size}\n    alt="${alt}">\n</picture>`;
    return { text, urls: [...sets.flatMap(({ set }) => urlsOf(set)), last] };
  }
  const loader = `const loader = ({ src, width, quality }) =>\n  imageUrl(src, { format: 'webp', width, ...(quality && { quality }) })`;
  const text = `import Image from ${`'${NEXT_IMAGE}'`}\nimport { imageUrl } from 'imagewell-client'\n\n${loader}\n\n<Image loader={loader} src="${image.imageUrl}"\n  width={${width}} height={${height}} sizes="50vw"\n  alt="${alt}" />`;
  return { text, urls: [] };
}

export interface AddressesPanelProps {
  readonly projectId: string;
  readonly image: Image;
  readonly left: number | null;
}

/** Addresses of an image to copy, each with its count of renditions and its cost. */
export function AddressesPanel({ projectId, image, left }: AddressesPanelProps) {
  const [kind, setKind] = useState<Kind>('URL');
  const { text, urls } = writeSnippet(image, kind);
  const { data, fault } = useResource(`${image.imageId} ${kind}`, async (signal) => {
    const answers = await Promise.all(
      urls.map((url) =>
        imagewell().explainTransformation({ projectId, imageUrl: url }, { signal }),
      ),
    );
    const found = new Map(answers.map((one) => [one.renditionKey, one.transformations]));
    return { all: found.size, fresh: [...found.values()].reduce((sum, one) => sum + one, 0) };
  });
  const told =
    kind === 'next/image' || fault !== undefined
      ? IMAGE_TEXTS.asked
      : data && IMAGE_TEXTS.cost(data.all, data.fresh, left);
  return (
    <Panel title={IMAGE_TEXTS.addresses} about={IMAGE_TEXTS.addressesAbout}>
      <Tabs
        label={IMAGE_TEXTS.kind}
        tabs={KINDS.map((value) => ({ value, label: value }))}
        value={kind}
        onChange={setKind}
      >
        <Code text={text} what={kind} />
        <div class="foot">
          <Icon name="info" />
          <p class="grow">{told}</p>
        </div>
      </Tabs>
    </Panel>
  );
}
