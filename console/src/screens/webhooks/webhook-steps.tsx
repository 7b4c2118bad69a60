import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import type { Webhook } from '../../state/webhook.ts';
import { ACT_ABOUT, ACT_TEXTS, WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
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

interface SecretStepProps {
  readonly secret: string;
  readonly onClose: () => void;
}

function SecretStep({ secret, onClose }: SecretStepProps) {
  return (
    <SecretDialog
      title={WEBHOOKS_TEXTS.secretTitle}
      about={WEBHOOKS_TEXTS.secretAbout}
      text={secret}
      what={WEBHOOKS_TEXTS.secret}
      envName={SECRET_NAME}
      onDone={onClose}
    >
      <p class="dim">{WEBHOOKS_TEXTS.verifyAbout}</p>
      <Code text={VERIFY} what={WEBHOOKS_TEXTS.verify} />
    </SecretDialog>
  );
}

type AskedAct = 'pause' | 'rotate' | 'delete';

/** An act on a webhook; answers a new secret where it makes one. */
async function actOn(act: AskedAct, asked: HookId, hours: Hours): Promise<string | undefined> {
  if (act === 'rotate') {
    const overlapHours = Number(hours);
    return (await imagewell().rotateWebhookSecret({ ...asked, overlapHours })).secret;
  }
  if (act === 'pause') await imagewell().updateWebhook({ ...asked, enabled: false });
  else await imagewell().deleteWebhook(asked);
  return undefined;
}

interface HookId {
  readonly projectId: string;
  readonly webhookId: string;
}

interface AskStepProps {
  readonly projectId: string;
  readonly act: AskedAct;
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onDone: (secret?: string) => void;
}

function AskStep({ projectId, act, webhook, onClose, onDone }: AskStepProps) {
  const [hours, setHours] = useState<Hours>('24');
  const { webhookId, url } = webhook;
  return (
    <AskDialog
      title={`${ACT_TEXTS[act]}?`}
      about={ACT_ABOUT[act]}
      yes={ACT_TEXTS[act]}
      failed={act === 'delete' ? WEBHOOKS_TEXTS.notDeleted : WEBHOOKS_TEXTS.notChanged}
      safe={WEBHOOKS_TEXTS.asBefore}
      isDanger={act === 'delete'}
      act={async () => onDone(await actOn(act, { projectId, webhookId }, hours))}
      onClose={onClose}
    >
      <code class="wrap">
        <LongText text={url} />
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

/** The dialogs of the webhooks. */
export function Steps({ projectId, step, onStep, onChange }: StepsProps) {
  const onClose = () => onStep(undefined);
  const then = (secret?: string) => {
    onStep(secret === undefined ? undefined : { act: 'copy', secret });
    onChange();
  };
  if (step.act === 'copy') return <SecretStep secret={step.secret} onClose={onClose} />;
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
  return (
    <AskStep projectId={projectId} act={act} webhook={webhook} onClose={onClose} onDone={then} />
  );
}
