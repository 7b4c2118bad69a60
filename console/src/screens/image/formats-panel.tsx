import { imageUrl } from 'imagewell-client';
import { FORMAT_QUALITY, type FormatName } from '../../generated/parameters.ts';
import type { Image } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { useResource } from '../../state/resource.ts';
import { formatBytes } from '../../texts/format.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

const FORMATS = Object.keys(FORMAT_QUALITY) as FormatName[];

/** Bytes of stored formats; nothing is made to learn them. */
async function readBytes(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const response = await fetch(url, { method: 'HEAD', signal });
    const length = response.ok ? Number(response.headers.get('Content-Length')) : 0;
    return length > 0 ? length : undefined;
  } catch {
    return undefined;
  }
}

export interface FormatsPanelProps {
  readonly projectId: string;
  readonly image: Image;
  readonly left: number | null;
}

async function describeFormat(
  { projectId, image, left }: FormatsPanelProps,
  format: FormatName,
  signal: AbortSignal,
) {
  if (format === image.format) {
    return { format, url: image.imageUrl, bytes: image.bytes, told: IMAGE_TEXTS.original };
  }
  const url = imageUrl(image, { format });
  const asked = { projectId, imageUrl: url };
  const explained = await imagewell().explainTransformation(asked, { signal });
  const { transformations: cost, stored, errors } = explained;
  const [fault] = errors;
  const bytes = stored && !fault ? await readBytes(url, signal) : undefined;
  const told = fault?.code ?? (cost > 0 ? IMAGE_TEXTS.isNew(cost, left) : IMAGE_TEXTS.stored);
  return { format, url, bytes, told };
}

/** The formats of an image: bytes of the stored ones, and the cost of the others. */
export function FormatsPanel(props: FormatsPanelProps) {
  const rows = useResource(`formats ${props.image.imageId}`, (signal) =>
    Promise.all(FORMATS.map((format) => describeFormat(props, format, signal))),
  );
  return (
    <Panel title={IMAGE_TEXTS.formats} about={IMAGE_TEXTS.formatsAbout}>
      <Loaded resource={rows} what={IMAGE_TEXTS.formatsFailed}>
        {(found) => (
          <Table
            label={IMAGE_TEXTS.formats}
            class="tight"
            rows={found}
            keyOf={({ format }) => format}
            columns={[
              { head: IMAGE_TEXTS.format, cell: ({ format }) => <span class="fmt">{format}</span> },
              {
                head: IMAGE_TEXTS.bytes,
                isNumber: true,
                cell: ({ bytes }) => (bytes === undefined ? '–' : formatBytes(bytes)),
              },
              { head: IMAGE_TEXTS.rendition, cell: ({ told }) => told },
              {
                head: IMAGE_TEXTS.copy,
                isHeadHidden: true,
                cell: ({ format, url }) => <CopyButton text={url} what={`${format} URL`} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Panel>
  );
}
