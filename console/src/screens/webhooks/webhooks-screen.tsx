import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { LIMITS } from '../../generated/rules.ts';
import { imagewell } from '../../state/imagewell.ts';
import { currentProject } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { readSettings } from '../../state/settings.ts';
import type { Delivery, Webhook } from '../../state/webhook.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { EVENTS_ON, WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { type Step, Steps } from './webhook-steps.tsx';
import { type WebhookAct, WebhookTable } from './webhook-table.tsx';

interface Test {
  readonly webhookId: string;
  readonly delivery: Delivery;
}

function EventsOff() {
  const { hasEvents, isLocal } = readSettings();
  if (hasEvents) return null;
  const [before, setting, after] = EVENTS_ON[isLocal ? 'local' : 'cloud'];
  return (
    <Banner kind="warn" title={WEBHOOKS_TEXTS.off}>
      {before}
      <code>{setting}</code>
      {after}
    </Banner>
  );
}

function Create({ isFull, onCreate }: { readonly isFull: boolean; readonly onCreate: () => void }) {
  return (
    <Button
      icon="plus"
      kind="primary"
      isDisabled={isFull || !readSettings().hasEvents}
      onClick={onCreate}
    >
      {WEBHOOKS_TEXTS.create}
    </Button>
  );
}

interface TestsProps {
  readonly projectId: string;
  readonly onChange: () => void;
}

/** Tests of webhooks, and the ends of pauses: acts that ask for nothing. */
function useDirectActs({ projectId, onChange }: TestsProps) {
  const [test, setTest] = useState<Test>();
  const [failed, setFailed] = useState('');
  const { isBusy, fault, run } = useAction();
  const start = (act: 'test' | 'enable', { webhookId }: Webhook) => {
    setFailed(act === 'test' ? WEBHOOKS_TEXTS.notTested : WEBHOOKS_TEXTS.notChanged);
    void run(async () => {
      if (act === 'enable') {
        await imagewell().updateWebhook({ projectId, webhookId, enabled: true });
        return onChange();
      }
      const { delivery } = await imagewell().testWebhook({ projectId, webhookId });
      setTest({ webhookId, delivery });
      setQuery({ webhook: webhookId, state: null });
    });
  };
  return { test, failed, isBusy, fault, start };
}

interface HooksProps {
  readonly projectId: string;
  readonly webhooks: readonly Webhook[];
  readonly create: ComponentChildren;
  readonly test: Test | undefined;
  readonly isBusy: boolean;
  readonly onAct: (act: WebhookAct, webhook: Webhook) => void;
}

function Hooks({ projectId, webhooks, create, test, isBusy, onAct }: HooksProps) {
  const asked = place.value.query.get('webhook');
  const chosen = webhooks.find(({ webhookId }) => webhookId === asked) ?? webhooks[0];
  if (!chosen) {
    return (
      <Empty
        title={WEBHOOKS_TEXTS.empty}
        actions={create}
        hint={<code>npx imagewell webhooks create URL</code>}
      >
        {WEBHOOKS_TEXTS.emptyAbout}
      </Empty>
    );
  }
  const { webhookId } = chosen;
  return (
    <>
      <div class="panel">
        <WebhookTable webhooks={webhooks} chosen={chosen} isBusy={isBusy} onAct={onAct} />
      </div>
      <DeliveryPanel
        key={webhookId}
        projectId={projectId}
        webhook={chosen}
        test={test?.webhookId === webhookId ? test.delivery : undefined}
      />
    </>
  );
}

/** Webhooks, and the deliveries of one of them. */
export function WebhooksScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const resource = useResource(projectId, (signal) =>
    imagewell().listWebhooks({ projectId }, { signal }),
  );
  const [step, setStep] = useState<Step>();
  const { data, reload } = resource;
  const { test, failed, isBusy, fault, start } = useDirectActs({ projectId, onChange: reload });
  const count = data?.webhooks.length ?? 0;
  const isFull = count >= LIMITS.maxWebhooks;
  const create = <Create isFull={isFull} onCreate={() => setStep({ act: 'create' })} />;
  const onAct = (act: WebhookAct, webhook: Webhook) =>
    act === 'test' || act === 'enable' ? start(act, webhook) : setStep({ act, webhook });
  return (
    <Page
      title={PAGE_TITLES.webhooks}
      sub={
        data &&
        `${WEBHOOKS_TEXTS.sub(count, LIMITS.maxWebhooks)} ${isFull ? WEBHOOKS_TEXTS.full : ''}`
      }
      actions={count > 0 && create}
    >
      <EventsOff />
      <FaultBanner fault={fault} what={failed} />
      <Loaded resource={resource} what={WEBHOOKS_TEXTS.failed}>
        {({ webhooks }) => (
          <Hooks
            projectId={projectId}
            webhooks={webhooks}
            create={create}
            test={test}
            isBusy={isBusy}
            onAct={onAct}
          />
        )}
      </Loaded>
      {step && <Steps projectId={projectId} step={step} onStep={setStep} onChange={reload} />}
    </Page>
  );
}
