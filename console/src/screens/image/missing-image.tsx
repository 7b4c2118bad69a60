import { ImagewellError } from 'imagewell-client';
import { linkTo } from '../../state/links.ts';
import { formatMoment } from '../../texts/format.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ReceiptPanel, useDeletionStatus } from './deletion-receipt.tsx';

export interface MissingImageProps {
  readonly projectId: string;
  readonly imageId: string;
}

/** The page of an image that isn't there: its receipt if it was deleted, else that it never was. */
export function MissingImage({ projectId, imageId }: MissingImageProps) {
  const status = useDeletionStatus(projectId, imageId);
  const { data, fault, reload } = status;
  const isUnknown = fault instanceof ImagewellError && fault.status === 404;
  const deletedAt = data?.steps.find(({ step }) => step === 'marked')?.at ?? null;
  const toImages = <Button href={linkTo('gallery')}>{IMAGE_TEXTS.toImages}</Button>;
  if (isUnknown) {
    return (
      <Page title={IMAGE_TEXTS.unknown}>
        <Empty title={IMAGE_TEXTS.unknownTitle} actions={toImages}>
          {IMAGE_TEXTS.unknownAbout}
        </Empty>
      </Page>
    );
  }
  if (!data) {
    return (
      <Page title={imageId}>
        {fault !== undefined && (
          <FaultBanner fault={fault} what={IMAGE_TEXTS.receiptFailed} onRetry={reload} />
        )}
        {status.isSlow && <Skeleton lines={6} />}
      </Page>
    );
  }
  return (
    <Page
      title={IMAGE_TEXTS.wasDeleted}
      badge={
        <Badge kind="bad">
          {data.state === 'deleted' ? IMAGE_TEXTS.deleted : IMAGE_TEXTS.deleting}
        </Badge>
      }
      actions={toImages}
    >
      <div class="cols">
        <div class="col">
          <ReceiptPanel imageId={imageId} status={status} />
        </div>
        <div class="col side-col">
          <Panel title={IMAGE_TEXTS.facts} isTitleHidden>
            <dl class="facts">
              <dt>{IMAGE_TEXTS.id}</dt>
              <dd>
                <code class="clip">{imageId}</code>
                <CopyButton text={imageId} what={IMAGE_TEXTS.id} />
              </dd>
              {deletedAt !== null && <dt>{IMAGE_TEXTS.deleted}</dt>}
              {deletedAt !== null && <dd title={deletedAt}>{formatMoment(deletedAt)}</dd>}
            </dl>
          </Panel>
          <Panel title={IMAGE_TEXTS.noReturn}>
            <p class="pad">{IMAGE_TEXTS.noReturnAbout}</p>
          </Panel>
        </div>
      </div>
    </Page>
  );
}
