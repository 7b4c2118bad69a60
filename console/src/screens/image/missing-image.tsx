import { type GetDeletionStatusResult, ImagewellError } from 'imagewell-client';
import { linkTo } from '../../state/links.ts';
import { formatMoment } from '../../texts/format.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Asking } from '../../ui/dialogs/ask-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { Facts, idFact } from '../../ui/facts.tsx';
import { ImagesCrumb, Page, Panel } from '../../ui/page.tsx';
import { ReceiptPanel, useDeletionStatus } from './deletion-receipt.tsx';
import { FromScript, loadImageParts } from './from-script.tsx';
import { DeletedBadge, WaitingImage } from './waiting-image.tsx';

export interface MissingImageProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onRestored: () => void;
}

const toImages = () => <Button href={linkTo('gallery')}>{IMAGE_TEXTS.toImages}</Button>;

interface DeletedProps extends MissingImageProps {
  readonly status: ReturnType<typeof useDeletionStatus>;
  readonly data: GetDeletionStatusResult;
}

/** Its receipt, and its restore while the bin has it. */
function Deleted({ projectId, imageId, onRestored, status, data }: DeletedProps) {
  const deletedAt = data.steps.find(({ step }) => step === 'marked')?.at ?? null;
  const { keptUntil } = data;
  const isKept = keptUntil !== null;
  return (
    <Page
      title={isKept ? IMAGE_TEXTS.inBinTitle : IMAGE_TEXTS.wasDeleted}
      badge={!isKept && <DeletedBadge isErased={data.state === 'deleted'} />}
      crumb={<ImagesCrumb />}
      actions={toImages()}
    >
      <Asking />
      <div class="cols">
        <div class="col">
          <ReceiptPanel imageId={imageId} status={status} />
        </div>
        <div class="col side-col">
          <Panel title={IMAGE_TEXTS.facts} isTitleHidden>
            <Facts
              of={[
                idFact(IMAGE_TEXTS.id, imageId),
                deletedAt !== null && [IMAGE_TEXTS.deleted, formatMoment(deletedAt), deletedAt],
              ]}
            />
          </Panel>
          {isKept ? (
            <FromScript load={loadImageParts} what={IMAGE_TEXTS.inBinFailed}>
              {({ InBin }) => (
                <InBin
                  projectId={projectId}
                  imageId={imageId}
                  keptUntil={keptUntil}
                  onRestored={onRestored}
                  onEnded={status.reload}
                />
              )}
            </FromScript>
          ) : (
            <Panel title={IMAGE_TEXTS.noReturn}>
              <p class="pad">{IMAGE_TEXTS.noReturnAbout}</p>
            </Panel>
          )}
        </div>
      </div>
    </Page>
  );
}

/** The page of an image that isn't there: it was deleted, or no image ever had its ID. */
export function MissingImage(props: MissingImageProps) {
  const { projectId, imageId } = props;
  const status = useDeletionStatus(projectId, imageId);
  const { data, fault } = status;
  const isUnknown = fault instanceof ImagewellError && fault.status === 404;
  if (isUnknown) {
    return (
      <Page title={IMAGE_TEXTS.unknown}>
        <Empty title={IMAGE_TEXTS.unknownTitle} actions={toImages()}>
          {IMAGE_TEXTS.unknownAbout}
        </Empty>
      </Page>
    );
  }
  if (!data) {
    return <WaitingImage imageId={imageId} read={status} what={IMAGE_TEXTS.receiptFailed} />;
  }
  return <Deleted {...props} status={status} data={data} />;
}
