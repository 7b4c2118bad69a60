import { useState } from 'preact/hooks';
import { LIMITS } from '../../generated/rules.ts';
import { imagewell } from '../../state/imagewell.ts';
import { currentProject } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { readSettings } from '../../state/settings.ts';
import type { Delivery, Webhook } from '../../state/webhook.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { useAction } from '../../ui/use-action.ts';
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
  const [before, setting, after] = isLocal ? WEBHOOKS_TEXTS.offLocal : WEBHOOKS_TEXTS.offCloud;
  return (
    <Banner kind="warn" title={WEBHOOKS_TEXTS.off}>
      {before}
      <code>{setting}</code>
      {after}
    </Banner>
  );
}

/** Webhooks, and the deliveries of one of them. */
export function WebhooksScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const resource = useResource(projectId, (signal) =>
    imagewell().listWebhooks({ projectId }, { signal }),
  );
  const [step, setStep] = useState<Step>();
  const [test, setTest] = useState<Test>();
  const [failed, setFailed] = useState('');
  const { isBusy, fault, run } = useAction();
  const { data, reload } = resource;
  const count = data?.webhooks.length ?? 0;
  const isFull = count >= LIMITS.maxWebhooks;
  const onAct = (act: WebhookAct, webhook: Webhook) => {
    if (act !== 'test' && act !== 'enable') return setStep({ act, webhook });
    const { webhookId } = webhook;
    setFailed(WEBHOOKS_TEXTS[act === 'test' ? 'notTested' : 'notChanged']);
    void run(async () => {
      if (act === 'enable') {
        await imagewell().updateWebhook({ projectId, webhookId, enabled: true });
        return reload();
      }
      const { delivery } = await imagewell().testWebhook({ projectId, webhookId });
      setTest({ webhookId, delivery });
      setQuery({ webhook: webhookId, state: null });
    });
  };
  const create = (
    <Button
      icon="plus"
      kind="primary"
      isDisabled={isFull || !readSettings().hasEvents}
      onClick={() => setStep({ act: 'create' })}
    >
      {WEBHOOKS_TEXTS.create}
    </Button>
  );
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
      {fault !== undefined && <FaultBanner fault={fault} what={failed} />}
      <Loaded resource={resource} what={WEBHOOKS_TEXTS.failed}>
        {({ webhooks }) => {
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
        }}
      </Loaded>
      {step && <Steps projectId={projectId} step={step} onStep={setStep} onChange={reload} />}
    </Page>
  );
}
