import { useEffect, useRef, useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { readSettings } from '../../state/settings.ts';
import type { Delivery, Webhook } from '../../state/webhook.ts';
import { STATE_TEXTS, WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Badge, type BadgeProps } from '../../ui/badge.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';
import { choicesOf, ViewSegment } from '../../ui/segment.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { cureOf, describeAttempt } from './describe-attempt.ts';

type State = Delivery['state'];
type Shown = State | 'all';

const SHOWN = choicesOf(STATE_TEXTS);
const STATES = SHOWN.flatMap(({ value }) => (value === 'all' ? [] : [value]));
const LOOK_OF: Readonly<Record<State, Required<Pick<BadgeProps, 'kind' | 'icon'>>>> = {
  delivered: { kind: 'ok', icon: 'check' },
  pending: { kind: 'neutral', icon: 'clock' },
  failed: { kind: 'bad', icon: 'x' },
};
const LIMIT = 50;
/** The panel waits for an attempt that is due within this time, and reads the list again. */
const SOON_MS = 15_000;
const POLL_MS = 1_000;

async function readDeliveries(
  asked: { readonly projectId: string; readonly webhookId: string },
  shown: Shown,
  signal: AbortSignal,
) {
  const pages = await Promise.all(
    (shown === 'all' ? STATES : [shown]).map((state) =>
      imagewell().listWebhookDeliveries({ ...asked, state, limit: LIMIT }, { signal }),
    ),
  );
  const isCut = pages.some(({ deliveries }) => deliveries.length === LIMIT);
  const all = pages.flatMap(({ deliveries }) => deliveries);
  return { isCut, deliveries: all.sort((a, b) => b.createdAt.localeCompare(a.createdAt)) };
}

const isDue = ({ nextAt }: Delivery) =>
  nextAt !== null && new Date(nextAt).getTime() - Date.now() < SOON_MS;

/** The result of a test, from its sending until its attempt. */
function TestResult({ of: { state, attempts } }: { readonly of: Delivery }) {
  const last = attempts.at(-1);
  if (!last) return <Banner kind="info" icon="clock" title={WEBHOOKS_TEXTS.testing} />;
  const isTaken = state === 'delivered';
  return (
    <Banner
      kind={isTaken ? 'info' : 'bad'}
      icon={isTaken ? 'check' : 'error'}
      title={(isTaken ? WEBHOOKS_TEXTS.tested : WEBHOOKS_TEXTS.notTaken)(describeAttempt(last))}
    >
      {cureOf(last)}
    </Banner>
  );
}

function Result({ of }: { readonly of: Delivery }) {
  const last = of.attempts.at(-1);
  if (!last) return <>{WEBHOOKS_TEXTS.nothing}</>;
  return <code title={cureOf(last)}>{describeAttempt(last)}</code>;
}

function Attempts({ of: { attempts, nextAt } }: { readonly of: Delivery }) {
  return (
    <span>
      {attempts.length}
      {nextAt !== null && attempts.length > 0 && (
        <>
          , {WEBHOOKS_TEXTS.next} <When at={nextAt} />
        </>
      )}
    </span>
  );
}

interface DeliveryActs {
  readonly isBusy: boolean;
  readonly onOpen: (delivery: Delivery) => void;
  readonly onResend: (delivery: Delivery) => void;
}

function Actions({ of, isBusy, onOpen, onResend }: DeliveryActs & { readonly of: Delivery }) {
  return (
    <>
      <Button
        size="small"
        label={WEBHOOKS_TEXTS.of(WEBHOOKS_TEXTS.payload, of.deliveryId)}
        onClick={() => onOpen(of)}
      >
        {WEBHOOKS_TEXTS.payload}
      </Button>
      <Button
        size="small"
        icon="rotate"
        label={WEBHOOKS_TEXTS.of(WEBHOOKS_TEXTS.resend, of.deliveryId)}
        isDisabled={isBusy || !readSettings().hasEvents}
        onClick={() => onResend(of)}
      >
        {WEBHOOKS_TEXTS.resend}
      </Button>
    </>
  );
}

type DeliveryTableProps = DeliveryActs & { readonly deliveries: readonly Delivery[] };

function DeliveryTable({ deliveries, ...acts }: DeliveryTableProps) {
  return (
    <Table
      label={WEBHOOKS_TEXTS.deliveries}
      class="deliveries"
      rows={deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      columns={[
        {
          head: WEBHOOKS_TEXTS.event,
          cell: ({ eventType, createdAt }) => (
            <>
              <b>{eventType}</b>
              <small>
                <When at={createdAt} />
              </small>
            </>
          ),
        },
        {
          head: WEBHOOKS_TEXTS.state,
          cell: ({ state }) => <Badge {...LOOK_OF[state]}>{STATE_TEXTS[state]}</Badge>,
        },
        { head: WEBHOOKS_TEXTS.result, cell: (of) => <Result of={of} /> },
        { head: WEBHOOKS_TEXTS.attempts, cell: (of) => <Attempts of={of} /> },
        { ...ACTIONS, cell: (of) => <Actions {...acts} of={of} /> },
      ]}
    />
  );
}

const show = (value: Shown) => setQuery({ state: value === 'all' ? null : value });

function NoDeliveries({ shown }: { readonly shown: Shown }) {
  const isAll = shown === 'all';
  return (
    <Empty
      title={isAll ? WEBHOOKS_TEXTS.none : WEBHOOKS_TEXTS.noneOf(STATE_TEXTS[shown])}
      hasArt={false}
      actions={!isAll && <Button onClick={() => show('all')}>{WEBHOOKS_TEXTS.clear}</Button>}
    >
      {WEBHOOKS_TEXTS.noneAbout}
    </Empty>
  );
}

/** The deliveries that are shown, read again while an attempt is near or a test isn't there. */
function useDeliveries(projectId: string, webhookId: string, shown: Shown, test?: Delivery) {
  const resource = useResource(`${webhookId} ${shown}`, (signal) =>
    readDeliveries({ projectId, webhookId }, shown, signal),
  );
  const { data, isLoading, reload } = resource;
  const found = data?.deliveries.find(({ deliveryId }) => deliveryId === test?.deliveryId);
  const tested = useRef(test); // its last state, where the list shows others now
  if (found) tested.current = found;
  else if (tested.current?.deliveryId !== test?.deliveryId) tested.current = test;
  const isWaiting = shown === 'all' && test !== undefined && !found;
  useEffect(() => {
    if (isLoading || !(isWaiting || data?.deliveries.some(isDue))) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
  }, [data, isLoading, isWaiting, reload]);
  return { resource, tested: tested.current };
}

export interface DeliveryPanelProps {
  readonly projectId: string;
  readonly webhook: Webhook;
  /** The test that was sent last; the panel waits for its result. */
  readonly test?: Delivery | undefined;
}

/** The deliveries of a webhook. */
export function DeliveryPanel({ projectId, webhook, test }: DeliveryPanelProps) {
  const { webhookId, url } = webhook;
  const asked = place.value.query.get('state');
  const shown = SHOWN.find(({ value }) => value === asked)?.value ?? 'all';
  const { resource, tested } = useDeliveries(projectId, webhookId, shown, test);
  const [opened, setOpened] = useState<Delivery>();
  const { isBusy, fault, run } = useAction();
  const resend = ({ deliveryId }: Delivery) =>
    run(async () => {
      await imagewell().resendWebhookDelivery({ projectId, webhookId, deliveryId });
      setQuery({ state: null });
      resource.reload();
    });
  const acts = { isBusy, onOpen: setOpened, onResend: resend };
  return (
    <>
      {tested && <TestResult of={tested} />}
      <FaultBanner fault={fault} what={WEBHOOKS_TEXTS.notResent} />
      <Panel
        title={WEBHOOKS_TEXTS.deliveries}
        about={<span class="wrap">{url.replace('https://', '')}</span>}
        side={
          <ViewSegment label={WEBHOOKS_TEXTS.state} value={shown} choices={SHOWN} onChange={show} />
        }
      >
        <Loaded resource={resource} what={WEBHOOKS_TEXTS.deliveriesFailed}>
          {({ deliveries, isCut }) => (
            <>
              {deliveries.length > 0 ? (
                <DeliveryTable deliveries={deliveries} {...acts} />
              ) : (
                <NoDeliveries shown={shown} />
              )}
              {isCut && <p class="dim pad">{WEBHOOKS_TEXTS.newest(LIMIT)}</p>}
            </>
          )}
        </Loaded>
      </Panel>
      {opened && <DeliveryDialog of={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
