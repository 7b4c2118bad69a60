import { useEffect } from 'preact/hooks';
import { imagewell } from '../../app/imagewell.ts';
import { useResource } from '../../app/resource.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Receipt } from '../../ui/dialogs/receipt.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';

const POLL_MS = 1_000;

export interface DeletionReceiptProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onErased: () => void;
}

/** The steps of a deletion with their times, read each second until it is done. */
export function DeletionReceipt({ projectId, imageId, onErased }: DeletionReceiptProps) {
  const status = useResource(imageId, (signal) =>
    imagewell().getDeletionStatus({ projectId, imageId }, { signal }),
  );
  const { data, isLoading, fault, reload } = status;
  useEffect(() => {
    if (data?.state === 'deleted') onErased();
    if (isLoading || fault !== undefined || data?.state === 'deleted') return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, isLoading, fault, reload]);
  return (
    <Panel
      title={IMAGE_TEXTS.receipt}
      about={data?.state === 'deleted' ? IMAGE_TEXTS.deleted : IMAGE_TEXTS.deleting}
    >
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
