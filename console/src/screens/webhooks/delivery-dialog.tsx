import type { Delivery } from '../../state/webhook.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Facts, idFact } from '../../ui/facts.tsx';
import { When } from '../../ui/when.tsx';
import { cureOf, describeAttempt } from './describe-attempt.ts';

export interface DeliveryDialogProps {
  readonly of: Delivery;
  readonly onClose: () => void;
}

function Attempts({ of }: { readonly of: Delivery['attempts'] }) {
  return (
    <>
      {of.length === 0 && WEBHOOKS_TEXTS.nothing}
      <ul class="tries">
        {of.toReversed().map((attempt) => (
          <li key={attempt.at}>
            <When at={attempt.at} /> <code>{describeAttempt(attempt)}</code>
          </li>
        ))}
      </ul>
    </>
  );
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
      <Facts
        of={[
          idFact(WEBHOOKS_TEXTS.deliveryId, deliveryId),
          [WEBHOOKS_TEXTS.attempts, <Attempts of={attempts} />],
        ]}
      />
      <Code text={JSON.stringify(JSON.parse(body), null, 2)} what={WEBHOOKS_TEXTS.body} />
    </Dialog>
  );
}
