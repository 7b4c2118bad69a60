import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPatientClient } from '../support/e2e/patient-client.ts';
import { credentials } from '../support/e2e/service-under-test.ts';
import { hasSignIn, type SignedIn, signIn } from '../support/e2e/users.ts';
import { drawJpeg } from '../support/images/draw.ts';

/** Two waits for what may be in flight, and in the cloud a queue's besides. */
const PURGED_WITHIN_MS = 240_000;
/** A refusal under /res is kept for ten seconds (delivery.error-lifetime). */
const SERVED_WITHIN_MS = 120_000;

async function until<T>(ask: () => Promise<T>, isMet: (found: T) => boolean, withinMs: number) {
  const end = Date.now() + withinMs;
  for (;;) {
    const found = await ask();
    if (isMet(found) || Date.now() > end) return found;
    await delay(250);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever fields it expects
async function ask(user: SignedIn, name: string, body: object = {}): Promise<any> {
  const { status, json } = await user.call(name, body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json;
}

/** Keys of a project, and a client that calls with them. */
async function openProject(user: SignedIn, projectId: string) {
  const { apiKey } = await ask(user, 'create-api-key', { projectId, name: 'e2e' });
  const { uploadKey } = await ask(user, 'create-upload-key', { projectId, name: 'e2e' });
  await ask(user, 'create-signing-secret', { projectId });
  return createPatientClient({ ...credentials, projectId, apiKey, uploadKey });
}

const purged = (user: SignedIn, projectId: string) =>
  until(
    () => ask(user, 'get-project-deletion-status', { projectId }),
    ({ state }) => state === 'purged',
    PURGED_WITHIN_MS,
  );

// concurrent: each test has its own user, and most of its time is waiting for a purge
describe.skipIf(!hasSignIn).concurrent('the life of a project', () => {
  it('is made and changed by call, with effect on the next request (projects.settings)', async () => {
    const ann = await signIn();
    const response = await ask(ann, 'create-project', { name: 'shop' });
    expect(response).toMatchObject({
      name: 'shop',
      allowedOrigins: [],
      role: 'owner',
      state: 'live',
    });
    const { projectId } = response;
    const client = await openProject(ann, projectId);
    const { imageUrl } = await client.store(await drawJpeg(64, 48));
    const changed = await ask(ann, 'update-project', { projectId, allowedWidths: [20] });
    expect(changed.allowedWidths).toEqual([20]);
    expect((await client.get(`${imageUrl}?width=20`)).status).toBe(200);
    expect((await client.get(`${imageUrl}?width=21`)).json.code).toBe('invalid_parameter');
    for (const name of ['third', 'fourth']) await ann.call('create-project', { name });
    expect((await ask(ann, 'list-projects')).projects).toHaveLength(3);
  });

  it('is deleted, restored with all that it has, and purged with a receipt (projects.restore)', {
    timeout: PURGED_WITHIN_MS + 60_000,
  }, async () => {
    const ann = await signIn();
    const { projectId } = await ask(ann, 'create-project', { name: 'shop' });
    const client = await openProject(ann, projectId);
    const pair = { product_id: '4711' };
    const { imageUrl } = await client.store(await drawJpeg(64, 48), 'image/jpeg', pair);
    const unsaved = await client.upload(await drawJpeg(64, 48));
    const rendition = `${imageUrl}?width=33`;
    expect((await client.get(rendition)).status).toBe(200);
    const named = { projectId, name: 'shop' };
    await ask(ann, 'delete-project', named);
    expect((await client.call('list-images', {})).json.code).toBe('invalid_api_key');
    expect((await client.upload(await drawJpeg(9, 9))).json.code).toBe('invalid_upload_key');
    for (const url of [rendition, imageUrl, unsaved.json.temporaryImageUrl]) {
      const gone = await until(
        () => client.get(url),
        ({ status }) => status === 404,
        SERVED_WITHIN_MS,
      );
      expect(gone.status, url).toBe(404);
    }
    await ask(ann, 'restore-project', { projectId });
    expect((await client.call('list-images', {})).json.images).toHaveLength(1);
    const served = await until(
      () => client.get(rendition),
      ({ status }) => status === 200,
      SERVED_WITHIN_MS,
    );
    expect(served.status).toBe(200);
    await ask(ann, 'delete-project', { ...named, now: true });
    const receipt = await purged(ann, projectId);
    expect(receipt).toMatchObject({ kind: 'delete', state: 'purged', name: 'shop' });
    const counts = Object.fromEntries(
      receipt.steps.map(({ step, count }: { step: string; count: number | null }) => [step, count]),
    );
    expect(counts).toMatchObject({
      images_closed: 1,
      images_removed: 1,
      temporary_ended: 1,
      keys_removed: 2,
      signing_secrets_removed: 1,
      webhooks_removed: 0,
      members_removed: 1,
    });
    expect((await ann.call('get-project', { projectId })).json.code).toBe('project_not_found');
  });

  it('the default one is emptied and not deleted (projects.empty)', {
    timeout: PURGED_WITHIN_MS + 60_000,
  }, async () => {
    const ann = await signIn();
    const { projectId } = (await ask(ann, 'list-projects')).projects[0];
    const client = await openProject(ann, projectId);
    const named = { projectId, name: 'default' };
    const kept = await ann.call('delete-project', named);
    expect([kept.status, kept.json.code]).toEqual([409, 'default_project_stays']);
    for (let at = 0; at < 3; at += 1) await client.store(await drawJpeg(20 + at, 20));
    await ask(ann, 'empty-project', named);
    const receipt = await purged(ann, projectId);
    expect(receipt).toMatchObject({ kind: 'empty', state: 'purged' });
    expect((await client.call('list-images', {})).json.images).toEqual([]);
    const { imageUrl } = await client.store(await drawJpeg(30, 20));
    expect((await client.get(imageUrl)).status).toBe(200);
  });

  it('an account is exported and deleted, and the next sign-in is a new user (accounts.deletion)', {
    timeout: PURGED_WITHIN_MS + 60_000,
  }, async () => {
    const ann = await signIn();
    const exported = await ask(ann, 'export-account');
    expect(exported.projects).toHaveLength(1);
    const { projectIds } = await ask(ann, 'delete-account', { confirm: true, now: true });
    expect(projectIds).toEqual([exported.projects[0].project.projectId]);
    const anew = await until(
      () => ask(ann, 'get-account'),
      ({ accountId }) => accountId !== exported.account.accountId,
      PURGED_WITHIN_MS,
    );
    expect(anew.accountId).not.toBe(exported.account.accountId);
    const { projects } = await ask(ann, 'list-projects');
    expect(projects.map(({ projectId }: { projectId: string }) => projectId)).not.toContain(
      projectIds[0],
    );
  });
});
