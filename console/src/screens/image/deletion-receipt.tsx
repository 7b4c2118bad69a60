import type { GetDeletionStatusResult } from 'imagewell-client';
import { useEffect } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { useResource } from '../../state/resource.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Receipt } from '../../ui/dialogs/receipt.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';

const POLL_MS = 1_000;

/** Whether no step is to come soon: in the bin the bytes stay for days. */
const isSettled = ({ state, keptUntil, steps }: GetDeletionStatusResult) =>
  state === 'deleted' ||
  (keptUntil !== null && steps.some(({ step, at }) => step === 'edge_invalidated' && at !== null));

/** The state of a deletion, read each second until it is done, or the bin has the image. */
export function useDeletionStatus(projectId: string, imageId: string) {
  const status = useResource(`deletion of ${imageId}`, (signal) =>
    imagewell().getDeletionStatus({ projectId, imageId }, { signal }),
  );
  const { data, isLoading, fault, reload } = status;
  useEffect(() => {
    if (isLoading || fault !== undefined || (data && isSettled(data))) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, isLoading, fault, reload]);
  return status;
}

export interface ReceiptPanelProps {
  readonly imageId: string;
  readonly status: ReturnType<typeof useDeletionStatus>;
}

/** The steps of a deletion with their times. */
export function ReceiptPanel({ imageId, status }: ReceiptPanelProps) {
  const { data } = status;
  const isKept = data && data.keptUntil !== null;
  const state = data?.state === 'deleted' ? IMAGE_TEXTS.deleted : IMAGE_TEXTS.deleting;
  return (
    <Panel title={IMAGE_TEXTS.receipt} about={isKept ? IMAGE_TEXTS.inBin : state}>
      <Loaded resource={status} what={IMAGE_TEXTS.receiptFailed}>
        {({ steps }) => (
          <Receipt
            of={imageId}
            steps={steps.map(({ step, at }) => ({
              step,
              at,
              words: IMAGE_TEXTS.step(step),
              time: at === null ? '' : at.slice(11, 23),
            }))}
          >
            {IMAGE_TEXTS.browsers}
          </Receipt>
        )}
      </Loaded>
    </Panel>
  );
}

export interface DeletionReceiptProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onErased: () => void;
}

/** The receipt of a deletion under way. */
export function DeletionReceipt({ projectId, imageId, onErased }: DeletionReceiptProps) {
  const status = useDeletionStatus(projectId, imageId);
  const isErased = status.data?.state === 'deleted';
  useEffect(() => {
    if (isErased) onErased();
  }, [isErased]);
  return <ReceiptPanel imageId={imageId} status={status} />;
}
