import { linkTo } from '../../state/links.ts';
import { readSettings } from '../../state/settings.ts';
import type { Webhook } from '../../state/webhook.ts';
import { ACT_TEXTS, WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

/** An act on a webhook, from its row. */
export type WebhookAct = 'test' | 'enable' | 'pause' | 'edit' | 'rotate' | 'delete';

export interface WebhookTableProps {
  readonly webhooks: readonly Webhook[];
  /** The one whose deliveries are shown. */
  readonly chosen: Webhook;
  readonly isBusy: boolean;
  readonly onAct: (act: WebhookAct, webhook: Webhook) => void;
}

const ICONS = [
  ['edit', 'edit'],
  ['rotate', 'rotate'],
  ['delete', 'trash'],
] as const;

function Actions({ of, isBusy, onAct }: WebhookTableProps & { readonly of: Webhook }) {
  const button = (act: 'test' | 'enable' | 'pause', isDisabled = isBusy) => {
    const words = act === 'pause' ? WEBHOOKS_TEXTS.pauseThen : ACT_TEXTS[act];
    return (
      <Button
        size="small"
        label={WEBHOOKS_TEXTS.of(words, of.url)}
        isDisabled={isDisabled}
        onClick={() => onAct(act, of)}
      >
        {words}
      </Button>
    );
  };
  return (
    <>
      {of.enabled && button('test', isBusy || !readSettings().hasEvents)}
      {button(of.enabled ? 'pause' : 'enable')}
      {ICONS.map(([act, icon]) => (
        <IconButton
          key={act}
          icon={icon}
          size="small"
          isDanger={act === 'delete'}
          label={WEBHOOKS_TEXTS.of(ACT_TEXTS[act], of.url)}
          onClick={() => onAct(act, of)}
        />
      ))}
    </>
  );
}

interface AddressProps {
  readonly of: Webhook;
  readonly isChosen: boolean;
}

function Address({ of, isChosen }: AddressProps) {
  const { webhookId, url, createdAt, secrets } = of;
  const [, old] = secrets;
  return (
    <>
      <a href={linkTo('webhooks', {}, { webhook: webhookId })} aria-current={isChosen}>
        <LongText text={url.replace('https://', '')} />
      </a>
      <small>
        {old?.expiresAt ? WEBHOOKS_TEXTS.twoSecrets : WEBHOOKS_TEXTS.made}{' '}
        <When at={old?.expiresAt ?? createdAt} isDay={!old} />
      </small>
    </>
  );
}

function State({ isEnabled }: { readonly isEnabled: boolean }) {
  return (
    <Badge kind={isEnabled ? 'ok' : 'warn'} icon={isEnabled ? 'check' : 'warn'}>
      {isEnabled ? WEBHOOKS_TEXTS.active : WEBHOOKS_TEXTS.paused}
    </Badge>
  );
}

/** The webhooks of the project; the name of each shows its deliveries. */
export function WebhookTable(props: WebhookTableProps) {
  const { webhooks, chosen } = props;
  return (
    <Table
      label={WEBHOOKS_TEXTS.table}
      class="hooks"
      rows={webhooks}
      keyOf={({ webhookId }) => webhookId}
      rowClass={(one) => (one === chosen && webhooks.length > 1 ? 'chosen' : undefined)}
      columns={[
        {
          head: WEBHOOKS_TEXTS.url,
          cell: (of) => <Address of={of} isChosen={of.webhookId === chosen.webhookId} />,
        },
        {
          head: WEBHOOKS_TEXTS.events,
          cell: ({ eventTypes }) => (
            <span>
              {(eventTypes ?? [WEBHOOKS_TEXTS.all]).map((type) => (
                <span key={type} class="chip">
                  {type}
                </span>
              ))}
            </span>
          ),
        },
        { head: WEBHOOKS_TEXTS.state, cell: ({ enabled }) => <State isEnabled={enabled} /> },
        { ...ACTIONS, cell: (of) => <Actions {...props} of={of} /> },
      ]}
    />
  );
}
