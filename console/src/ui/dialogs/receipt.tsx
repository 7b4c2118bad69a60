import type { ComponentChildren } from 'preact';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import { Icon } from '../icon.tsx';

export interface ReceiptStep {
  /** As the API calls it. */
  readonly step: string;
  /** RFC 3339; null: not yet. */
  readonly at: string | null;
  readonly words: string;
  /** Its result, in few words. */
  readonly note?: string | undefined;
  /** Its time, as it is shown. */
  readonly time: string;
}

export interface ReceiptProps {
  /** The ID of the deleted image or project. */
  readonly of: string;
  readonly steps: readonly ReceiptStep[];
  /** At the right of the Copy button. */
  readonly children?: ComponentChildren;
}

/** The steps of a deletion with their times, to copy. */
export function Receipt({ of, steps, children }: ReceiptProps) {
  return (
    <>
      <ol class="receipt">
        {steps.map(({ step, at, words, note, time }) => (
          <li key={step} class={at === null ? 'now' : 'done'}>
            <span class="dot">
              <Icon name={at === null ? 'clock' : 'check'} />
            </span>
            <b class="grow">
              {words} {note && <small>{note}</small>}
            </b>
            <code>{step}</code>
            {at === null ? (
              <span class="num">{UI_TEXTS.waits}</span>
            ) : (
              <time class="num" dateTime={at} title={at}>
                {time}
              </time>
            )}
          </li>
        ))}
      </ol>
      <div class="row form-foot pad">
        <CopyButton
          text={[
            of,
            ...steps.map(({ step, at, note = '' }) => `${step} ${at ?? '-'} ${note}`.trim()),
          ].join('\n')}
          what={UI_TEXTS.receipt}
          look="plain"
        />
        <span class="grow" />
        <span class="dim">{children}</span>
      </div>
    </>
  );
}
