import type { Usage } from 'imagewell-client';
import { type Image, nameOfImage } from '../../images/image.ts';
import { thumbnailOf } from '../../images/thumbnails.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { formatBytes, formatNumber } from '../../texts/format.ts';
import { USAGE_TEXTS } from '../../texts/usage-texts.ts';
import { Meter } from '../../ui/meter.tsx';
import { Panel } from '../../ui/page.tsx';
import { Table } from '../../ui/table.tsx';

type TopImage = Usage['topImages'][number];

function NamedImage({ imageId, image }: { imageId: string; image: Image | undefined }) {
  const source = image && thumbnailOf(image);
  return (
    <a class="mini" href={linkTo('image', { imageId })}>
      {source ? <img src={source} alt="" /> : <i class="no-pic" />}
      <span>{image ? nameOfImage(image) : imageId}</span>
    </a>
  );
}

function Share({ of: { imageId, bandwidthBytes }, all }: { of: TopImage; all: number }) {
  const percent = USAGE_TEXTS.percent(bandwidthBytes / Math.max(1, all));
  return (
    <>
      <Meter label={imageId} used={bandwidthBytes} limit={all} text={percent} />
      <span class="num">{percent}</span>
    </>
  );
}

/** The images that still exist, by their ID. */
function useImages(ids: readonly string[]): ReadonlyMap<string, Image> {
  const projectId = currentProject.value?.projectId ?? '';
  const { data = [] } = useResource(ids.join(), (signal) =>
    Promise.all(
      ids.map((imageId) =>
        imagewell()
          .getImage({ projectId, imageId }, { signal })
          .catch(() => undefined),
      ),
    ),
  );
  return new Map(data.flatMap((image) => (image ? [[image.imageId, image]] : [])));
}

/** The images of which most was sent in the month, each with its name where it still exists. */
export function TopImages({ used: { topImages, bandwidthBytes } }: { used: Usage }) {
  const known = useImages(topImages.map(({ imageId }) => imageId));
  const all = bandwidthBytes.used;
  return (
    <Panel title={USAGE_TEXTS.top} about={USAGE_TEXTS.topAbout}>
      {topImages.length === 0 ? (
        <p class="top-none">{USAGE_TEXTS.topEmpty}</p>
      ) : (
        <Table
          label={USAGE_TEXTS.top}
          class="topimg"
          rows={topImages}
          keyOf={({ imageId }) => imageId}
          columns={[
            {
              head: USAGE_TEXTS.image,
              cell: ({ imageId }) => <NamedImage imageId={imageId} image={known.get(imageId)} />,
            },
            {
              head: USAGE_TEXTS.requests,
              isNumber: true,
              cell: ({ requests }) => formatNumber(requests),
            },
            {
              head: USAGE_TEXTS.sent,
              isNumber: true,
              cell: (one) => formatBytes(one.bandwidthBytes),
            },
            {
              head: USAGE_TEXTS.share(all),
              class: 'share',
              cell: (one) => <Share of={one} all={all} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}
