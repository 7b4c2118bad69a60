import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import type { ImageId } from '../../../../core/images/ids.ts';
import { callAny } from '../../../support/http/call-any.ts';
import {
  accountIdOf,
  callAs,
  joinAs,
  makeUserServices,
} from '../../../support/http/call-as-user.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import type { TestServices } from '../../../support/stores/make-services.ts';

let test: TestServices;
beforeAll(async () => {
  test = await makeUserServices();
});
afterAll(() => test.remove());

it('a save during an ownership transfer counts to the plan of the new account (quotas.images)', async () => {
  const { services } = test;
  const ann = await accountIdOf(test, 'ann');
  const [project] = await services.memberships.listProjectsOf(ann);
  const projectId = project?.projectId ?? '';
  const ben = await joinAs(test, 'ann', projectId, 'ben', 'admin');
  const created = await callAs(test, 'ann', ENDPOINTS.createUploadKey, { projectId, name: 'k' });
  const uploaded = await callAny(services, ENDPOINTS.uploadTemporaryImage, {
    headers: { 'content-type': 'image/jpeg' },
    uploadKey: String(created.json.uploadKey),
    body: await drawJpeg(16, 16),
  });
  const plan = (await services.accounts.getAccount(ben))?.plan;
  if (!plan) throw new Error('no plan');
  const outcomes: string[] = [];
  // the caller is authorized, and the bytes are copied, before the record is saved
  const copy = async (from: string, to: string) => {
    const transfer = { projectId, from: ann, to: ben, by: ann, plan };
    outcomes.push(await services.ownershipTransfers.transfer(transfer));
    return services.objects.copy(from, to);
  };
  const during = { ...test, services: { ...services, objects: { ...services.objects, copy } } };
  const [temporaryImageUrl] = /tmp_[a-z2-7]{26}/.exec(uploaded.json.temporaryImageUrl) ?? [];
  const saved = await callAs(during, 'ann', ENDPOINTS.saveTemporaryImage, {
    projectId,
    temporaryImageUrl,
  });
  expect([saved.status, outcomes]).toEqual([200, ['transferred']]);
  const image = await services.images.getImage(saved.json.imageId as ImageId);
  expect(image?.accountId).toBe(ben);
});
