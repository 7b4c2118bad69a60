import type { GetUsageAnswer } from 'imagewell-client';
import { nameOfImage } from '../../images/image.ts';
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

/** The images of which most was sent in the month, each with its name where it still exists. */
export function TopImages({ used }: { readonly used: GetUsageAnswer }) {
  const { topImages, bandwidthBytes } = used;
  const project = currentProject.value;
  const ids = topImages.map(({ imageId }) => imageId);
  const { data = [] } = useResource(ids.join(), (signal) =>
    Promise.all(
      ids.map((imageId) =>
        imagewell()
          .getImage({ projectId: project?.projectId ?? '', imageId }, { signal })
          .catch(() => undefined),
      ),
    ),
  );
  const known = new Map(data.map((image) => [image?.imageId, image]));
  return (
    <Panel title={USAGE_TEXTS.top} about={USAGE_TEXTS.topAbout}>
      {ids.length === 0 ? (
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
              cell: ({ imageId }) => {
                const image = known.get(imageId);
                const source = image && thumbnailOf(image);
                return (
                  <a class="mini" href={linkTo('image', { imageId })}>
                    {source ? <img src={source} alt="" /> : <i class="no-pic" />}
                    <span>{image ? nameOfImage(image) : imageId}</span>
                  </a>
                );
              },
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
              head: USAGE_TEXTS.share(bandwidthBytes.used),
              class: 'share',
              cell: ({ imageId, bandwidthBytes: sent }) => {
                const percent = USAGE_TEXTS.percent(sent / Math.max(1, bandwidthBytes.used));
                return (
                  <>
                    <Meter label={imageId} used={sent} limit={bandwidthBytes.used} text={percent} />
                    <span class="num">{percent}</span>
                  </>
                );
              },
            },
          ]}
        />
      )}
    </Panel>
  );
}
