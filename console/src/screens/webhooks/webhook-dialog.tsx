import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import type { EventType, Webhook } from '../../state/webhook.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { ACT_TEXTS, EVENT_TEXTS, WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Checks, Field } from '../../ui/field.tsx';
import { choicesOf, ValueLine } from '../../ui/segment.tsx';

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

interface Events {
  readonly which: Which;
  /** Those that are sent where not all are. */
  readonly types: readonly EventType[];
}

interface EventsFieldProps {
  readonly events: Events;
  readonly onChange: (events: Events) => void;
}

function EventsField({ events: { which, types }, onChange }: EventsFieldProps) {
  return (
    <>
      <ValueLine
        label={WEBHOOKS_TEXTS.events}
        value={which}
        choices={CHOICES}
        onChange={(value) => onChange({ which: value, types })}
      />
      {which === 'some' && (
        <Checks
          label={WEBHOOKS_TEXTS.events}
          isLabelHidden
          choices={EVENT_TYPES}
          chosen={types}
          none={WEBHOOKS_TEXTS.noType}
          hintOf={(type) => EVENT_TEXTS[type]}
          onChange={(chosen) => onChange({ which, types: chosen })}
        >
          {(type) => <code>{type}</code>}
        </Checks>
      )}
    </>
  );
}

const eventsOf = (of: Webhook | undefined): Events => ({
  which: of?.eventTypes ? 'some' : 'all',
  types: of?.eventTypes ?? EVENT_TYPES,
});

/** Asks for a URL and the events, and makes or changes a webhook. */
export function WebhookDialog({ projectId, of, onClose, onSaved }: WebhookDialogProps) {
  const [typed, setTyped] = useState(of?.url ?? '');
  const [events, setEvents] = useState(eventsOf(of));
  const [isTried, setTried] = useState(false);
  const url = typed.trim();
  const isUrlGood = /^https:\/\/\S+$/.test(url);
  const eventTypes = events.which === 'all' ? null : [...events.types];
  const check = () => {
    setTried(true);
    return isUrlGood && eventTypes?.length !== 0;
  };
  const save = async () => {
    const asked = { projectId, url, eventTypes };
    if (of) {
      await imagewell().updateWebhook({ ...asked, webhookId: of.webhookId });
      return onSaved();
    }
    onSaved((await imagewell().createWebhook(asked)).secret);
  };
  return (
    <FormDialog
      title={of ? ACT_TEXTS.edit : WEBHOOKS_TEXTS.create}
      about={WEBHOOKS_TEXTS.editAbout}
      yes={of ? UI_TEXTS.save : WEBHOOKS_TEXTS.make}
      failed={of ? WEBHOOKS_TEXTS.notChanged : WEBHOOKS_TEXTS.notMade}
      check={check}
      act={save}
      onClose={onClose}
    >
      <Field
        label={WEBHOOKS_TEXTS.url}
        value={typed}
        onInput={setTyped}
        isCode
        autoFocus
        hint={WEBHOOKS_TEXTS.urlHint}
        fault={isTried && !isUrlGood ? WEBHOOKS_TEXTS.urlBad : undefined}
      />
      <EventsField events={events} onChange={setEvents} />
    </FormDialog>
  );
}
