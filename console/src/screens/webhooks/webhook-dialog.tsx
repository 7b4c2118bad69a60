import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import type { EventType, Webhook } from '../../state/webhook.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { EVENT_TEXTS, WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Check, Field } from '../../ui/field.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';
import { useAction } from '../../ui/use-action.ts';

const EVENT_TYPES = Object.keys(EVENT_TEXTS) as EventType[];

type Which = keyof typeof WEBHOOKS_TEXTS.choices;

const CHOICES = choicesOf(WEBHOOKS_TEXTS.choices);

export interface WebhookDialogProps {
  readonly projectId: string;
  /** The webhook that is changed; a new one is made where it is absent. */
  readonly of?: Webhook;
  readonly onClose: () => void;
  /** `secret`: of a new webhook. */
  readonly onSaved: (secret?: string) => void;
}

interface TypesProps {
  readonly chosen: readonly EventType[];
  readonly onChange: (chosen: readonly EventType[]) => void;
}

function Types({ chosen, onChange }: TypesProps) {
  return (
    <fieldset class="scopes">
      <legend class="vh">{WEBHOOKS_TEXTS.events}</legend>
      {EVENT_TYPES.map((type) => (
        <Check
          key={type}
          isOn={chosen.includes(type)}
          hint={EVENT_TEXTS[type]}
          onChange={(isOn) =>
            onChange(EVENT_TYPES.filter((one) => (one === type ? isOn : chosen.includes(one))))
          }
        >
          <code>{type}</code>
        </Check>
      ))}
      {chosen.length === 0 && (
        <p class="line-below" role="alert">
          {WEBHOOKS_TEXTS.noType}
        </p>
      )}
    </fieldset>
  );
}

/** Asks for a URL and the events, and makes or changes a webhook. */
export function WebhookDialog({ projectId, of, onClose, onSaved }: WebhookDialogProps) {
  const [url, setUrl] = useState(of?.url ?? '');
  const [which, setWhich] = useState<Which>(of?.eventTypes ? 'some' : 'all');
  const [types, setTypes] = useState<readonly EventType[]>(of?.eventTypes ?? EVENT_TYPES);
  const [isTried, setTried] = useState(false);
  const { isBusy, fault, run } = useAction();
  const isUrlGood = /^https:\/\/\S+$/.test(url.trim());
  const save = () => {
    setTried(true);
    if (!isUrlGood || (which === 'some' && types.length === 0)) return;
    const eventTypes = which === 'all' ? null : [...types];
    const asked = { projectId, url: url.trim(), eventTypes };
    void run(async () => {
      if (of) {
        await imagewell().updateWebhook({ ...asked, webhookId: of.webhookId });
        return onSaved();
      }
      const { secret } = await imagewell().createWebhook(asked);
      onSaved(secret);
    });
  };
  return (
    <Dialog
      title={WEBHOOKS_TEXTS[of ? 'edit' : 'create']}
      about={WEBHOOKS_TEXTS.editAbout}
      onClose={onClose}
      onSubmit={save}
      actions={
        <>
          <Button onClick={onClose}>{UI_TEXTS.cancel}</Button>
          <Button type="submit" kind="primary" isDisabled={isBusy}>
            {of ? UI_TEXTS.save : WEBHOOKS_TEXTS.make}
          </Button>
        </>
      }
    >
      {fault !== undefined && (
        <FaultBanner fault={fault} what={WEBHOOKS_TEXTS[of ? 'notChanged' : 'notMade']} />
      )}
      <Field
        label={WEBHOOKS_TEXTS.url}
        value={url}
        onInput={setUrl}
        isCode
        autoFocus
        hint={WEBHOOKS_TEXTS.urlHint}
        fault={isTried && !isUrlGood ? WEBHOOKS_TEXTS.urlBad : undefined}
      />
      <ValueLine
        label={WEBHOOKS_TEXTS.events}
        value={which}
        choices={CHOICES}
        onChange={setWhich}
      />
      {which === 'some' && <Types chosen={types} onChange={setTypes} />}
    </Dialog>
  );
}
