import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import type { Webhook } from '../../state/webhook.ts';
import { WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Code } from '../../ui/code.tsx';
import { AskDialog } from '../../ui/dialogs/ask-dialog.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

type Hours = keyof typeof WEBHOOKS_TEXTS.overlaps;

const HOURS = choicesOf(WEBHOOKS_TEXTS.overlaps);

/** The variable that a receiver reads the secret from. */
const SECRET_NAME = 'IMAGEWELL_WEBHOOK_SECRET';

// as a value: an import in a text is no import of the console
const VERIFIER = `'standardwebhooks'`;
const VERIFY = `import { Webhook } from ${VERIFIER};

new Webhook(${SECRET_NAME})
  .verify(bodyText, request.headers);`;

/** The dialog that is open. */
export type Step =
  | { readonly act: 'create' }
  | { readonly act: 'edit' | 'pause' | 'rotate' | 'delete'; readonly webhook: Webhook }
  | { readonly act: 'copy'; readonly secret: string };

export interface StepsProps {
  readonly projectId: string;
  readonly step: Step;
  readonly onStep: (step: Step | undefined) => void;
  /** The webhooks have changed. */
  readonly onChange: () => void;
}

/** The dialogs of the webhooks. */
export function Steps({ projectId, step, onStep, onChange }: StepsProps) {
  const [hours, setHours] = useState<Hours>('24');
  const onClose = () => onStep(undefined);
  const then = (secret?: string) => {
    onStep(secret === undefined ? undefined : { act: 'copy', secret });
    onChange();
  };
  if (step.act === 'copy') {
    return (
      <SecretDialog
        title={WEBHOOKS_TEXTS.secretTitle}
        about={WEBHOOKS_TEXTS.secretAbout}
        text={step.secret}
        what={WEBHOOKS_TEXTS.secret}
        envName={SECRET_NAME}
        onDone={onClose}
      >
        <p class="dim">{WEBHOOKS_TEXTS.verifyAbout}</p>
        <Code text={VERIFY} what={WEBHOOKS_TEXTS.verify} />
      </SecretDialog>
    );
  }
  if (step.act === 'create' || step.act === 'edit') {
    return (
      <WebhookDialog
        projectId={projectId}
        {...(step.act === 'edit' && { of: step.webhook })}
        onClose={onClose}
        onSaved={then}
      />
    );
  }
  const { act, webhook } = step;
  const asked = { projectId, webhookId: webhook.webhookId };
  const steps: Readonly<Record<typeof act, () => Promise<unknown>>> = {
    pause: () => imagewell().updateWebhook({ ...asked, enabled: false }),
    delete: () => imagewell().deleteWebhook(asked),
    rotate: async () => {
      const overlapHours = Number(hours);
      const { secret } = await imagewell().rotateWebhookSecret({ ...asked, overlapHours });
      return secret;
    },
  };
  return (
    <AskDialog
      title={`${WEBHOOKS_TEXTS[act]}?`}
      about={WEBHOOKS_TEXTS[`${act}About`]}
      yes={WEBHOOKS_TEXTS[act]}
      failed={WEBHOOKS_TEXTS[act === 'delete' ? 'notDeleted' : 'notChanged']}
      safe={WEBHOOKS_TEXTS.asBefore}
      isDanger={act === 'delete'}
      act={async () => {
        const secret = await steps[act]();
        then(typeof secret === 'string' ? secret : undefined);
      }}
      onClose={onClose}
    >
      <code class="wrap">
        <LongText text={webhook.url} />
      </code>
      {act === 'rotate' && (
        <ValueLine
          label={WEBHOOKS_TEXTS.oldSigns}
          value={hours}
          choices={HOURS}
          onChange={setHours}
        />
      )}
    </AskDialog>
  );
}
