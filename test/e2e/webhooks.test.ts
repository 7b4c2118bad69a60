import { describe, expect, it } from 'vitest';
import { createPatientClient } from '../support/e2e/patient-client.ts';
import { credentials } from '../support/e2e/service-under-test.ts';
import { hasSignIn, type SignedIn, signIn } from '../support/e2e/users.ts';
import { drawJpeg } from '../support/images/draw.ts';

/**
 * A name that never resolves (RFC 6761): each delivery to it is tried and fails, wherever the
 * service runs.
 */
const NOWHERE = 'https://receiver.invalid/hook';
const WITHOUT_EVENTS = 'the service under test was started without events';

describe.skipIf(!hasSignIn)('webhooks', () => {
  it('are made, listed, changed, given a new secret and deleted', async ({ skip }) => {
    const ann = await signIn();
    const { projectId } = (await ann.call('list-projects')).json.projects[0];
    const response = await ann.call('create-webhook', { projectId, url: NOWHERE });
    if (response.json.code === 'events_disabled') skip(WITHOUT_EVENTS);
    const { webhookId } = response.json.webhook;
    expect(response.json.secret).toMatch(/^whsec_/);
    const rotated = await ann.call('rotate-webhook-secret', { projectId, webhookId });
    expect(rotated.json.webhook.secrets).toHaveLength(2);
    const changed = await ann.call('update-webhook', { projectId, webhookId, enabled: false });
    const { webhooks } = (await ann.call('list-webhooks', { projectId })).json;
    expect(webhooks).toEqual([changed.json.webhook]);
    const gone = await ann.call('delete-webhook', { projectId, webhookId });
    expect(gone.json).toEqual({ message: 'webhook_deleted' });
  });

  it('are tried with what happens in the project, and what fails can be looked at and sent again', async ({
    skip,
  }) => {
    const ann = await signIn();
    const { projectId } = (await ann.call('list-projects')).json.projects[0];
    const response = await ann.call('create-webhook', { projectId, url: NOWHERE });
    if (response.json.code === 'events_disabled') skip(WITHOUT_EVENTS);
    const { webhookId } = response.json.webhook;
    await uploadTo(ann, projectId);
    const tried = async () => {
      const wish = { projectId, webhookId, state: 'pending' };
      const { deliveries } = (await ann.call('list-webhook-deliveries', wish)).json;
      return deliveries.find((delivery: { attempts: unknown[] }) => delivery.attempts.length > 0);
    };
    await expect.poll(tried, { interval: 500 }).toMatchObject({
      eventType: 'temporary_image.uploaded',
      state: 'pending',
    });
    const { deliveryId, attempts } = await tried();
    expect(attempts[0]).toMatchObject({ status: null, fault: 'name_not_found' });
    const again = await ann.call('resend-webhook-delivery', { projectId, webhookId, deliveryId });
    expect(again.json.delivery).toMatchObject({ deliveryId, state: 'pending' });
    const tested = await ann.call('test-webhook', { projectId, webhookId });
    expect(tested.json.delivery).toMatchObject({ eventType: 'webhook.test' });
    await ann.call('delete-webhook', { projectId, webhookId });
  });
});

/** An image in the project of another user, by its own upload key. */
async function uploadTo(user: SignedIn, projectId: string): Promise<void> {
  const { uploadKey } = (await user.call('create-upload-key', { projectId, name: 'webhooks' }))
    .json;
  const client = createPatientClient({ ...credentials, projectId, uploadKey });
  expect((await client.upload(await drawJpeg(20, 10))).status).toBe(200);
}
