import { useEffect } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { useResource } from '../../state/resource.ts';
import { formatMoment } from '../../texts/format.ts';
import { DELETION_STATES, PROJECT_TEXTS, RECEIPT_TITLES } from '../../texts/project-texts.ts';
import { Receipt } from '../../ui/dialogs/receipt.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';

const POLL_MS = 2_000;

export interface ProjectReceiptProps {
  readonly projectId: string;
  /** Another number reads it again. */
  readonly revision: number;
}

/** `images_closed` in words. */
const wordsOf = (step: string) => step.charAt(0).toUpperCase() + step.slice(1).replace(/_/g, ' ');

/** The steps of a deletion, or of the last emptying, read until it is done; nothing if none. */
export function ProjectReceipt({ projectId, revision }: ProjectReceiptProps) {
  const status = useResource(`${projectId} ${revision}`, (signal) =>
    imagewell().getProjectDeletionStatus({ projectId }, { signal }),
  );
  const { data, isLoading, fault, reload } = status;
  useEffect(() => {
    if (isLoading || fault !== undefined || data?.state !== 'purging') return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, isLoading, fault, reload]);
  return (
    <Loaded resource={status} what={PROJECT_TEXTS.receiptFailed} skeleton={' '}>
      {({ kind, state, steps }) =>
        kind && (
          <Panel title={RECEIPT_TITLES[kind]} about={DELETION_STATES[state]}>
            <Receipt
              of={`${projectId} ${kind}`}
              steps={steps.map(({ step, at, count }) => ({
                step,
                at,
                time: at === null ? '' : formatMoment(at),
                words: wordsOf(step),
                note: count === null ? undefined : PROJECT_TEXTS.items(count),
              }))}
            />
          </Panel>
        )
      }
    </Loaded>
  );
}
