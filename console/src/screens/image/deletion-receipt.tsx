import { useEffect } from 'preact/hooks';
import { imagewell } from '../../app/imagewell.ts';
import { useResource } from '../../app/resource.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
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
          <>
            <ol class="receipt">
              {steps.map(({ step, at }) => (
                <li key={step} class={at === null ? 'now' : 'done'}>
                  <span class="dot">
                    <Icon name={at === null ? 'clock' : 'check'} />
                  </span>
                  <b class="grow">{IMAGE_TEXTS.step(step)}</b>
                  <code>{step}</code>
                  {at === null ? (
                    <span class="num">{IMAGE_TEXTS.waits}</span>
                  ) : (
                    <time class="num" dateTime={at} title={at}>
                      {at.slice(11, 23)}
                    </time>
                  )}
                </li>
              ))}
            </ol>
            <div class="row form-foot pad">
              <CopyButton
                text={[imageId, ...steps.map(({ step, at }) => `${step} ${at ?? '-'}`)].join('\n')}
                what={IMAGE_TEXTS.receiptCopy}
                look="plain"
              />
              <span class="grow" />
              <span class="dim">{IMAGE_TEXTS.browsers}</span>
            </div>
          </>
        )}
      </Loaded>
    </Panel>
  );
}
