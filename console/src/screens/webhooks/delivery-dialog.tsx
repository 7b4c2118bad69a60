import type { Delivery } from '../../state/webhook.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { When } from '../../ui/when.tsx';
import { cureOf, describeAttempt } from './describe-attempt.ts';

export interface DeliveryDialogProps {
  readonly of: Delivery;
  readonly onClose: () => void;
}

/** A delivery: its attempts, and the event as it was sent. */
export function DeliveryDialog({ of, onClose }: DeliveryDialogProps) {
  const { eventType, deliveryId, attempts, body } = of;
  const last = attempts.at(-1);
  return (
    <Dialog
      title={eventType}
      about={last && cureOf(last)}
      onClose={onClose}
      onSubmit={onClose}
      actions={
        <Button type="submit" autoFocus>
          {UI_TEXTS.close}
        </Button>
      }
    >
      <dl class="facts">
        <dt>{WEBHOOKS_TEXTS.deliveryId}</dt>
        <dd>
          <code class="clip">{deliveryId}</code>
          <CopyButton text={deliveryId} what={WEBHOOKS_TEXTS.deliveryId} />
        </dd>
        <dt>{WEBHOOKS_TEXTS.attempts}</dt>
        <dd>
          {attempts.length === 0 && WEBHOOKS_TEXTS.nothing}
          <ul class="tries">
            {attempts.toReversed().map((attempt) => (
              <li key={attempt.at}>
                <When at={attempt.at} /> <code>{describeAttempt(attempt)}</code>
              </li>
            ))}
          </ul>
        </dd>
      </dl>
      <Code text={JSON.stringify(JSON.parse(body), null, 2)} what={WEBHOOKS_TEXTS.body} />
    </Dialog>
  );
}
