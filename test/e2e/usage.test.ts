import { describe, expect, it } from 'vitest';
import { hasOperator, makeProject } from '../support/e2e/operator.ts';
import { keepsNothing } from '../support/e2e/service-under-test.ts';
import { hasSignIn, signIn } from '../support/e2e/users.ts';
import { drawJpeg } from '../support/images/draw.ts';

const HOUR = 3_600_000;
/** Minutes late in the cloud (quotas.bandwidth); the local edge closes a log every two seconds. */
const LOG_MS = 20_000;
if (keepsNothing)
  console.warn('skipped: no CDN stands before this service that writes access logs');

describe.skipIf(!hasOperator)('what a project uses', () => {
  it.skipIf(keepsNothing)(
    'tells what was sent of its images, and of which most (quotas.bandwidth, calls.get-usage)',
    async () => {
      const { client } = await makeProject();
      const ids: string[] = [];
      for (const width of [40, 400, 80]) {
        const { imageId } = await client.store(await drawJpeg(width, width));
        ids.push(imageId);
        await client.get(`/res/${imageId}.jpg`);
      }
      const getUsage = async () => (await client.call('get-usage', {})).json;
      await expect
        .poll(async () => (await getUsage()).topImages.length, { timeout: LOG_MS })
        .toBe(3);
      const { topImages, bandwidthBytes } = await getUsage();
      expect(topImages.map(({ imageId }: { imageId: string }) => imageId)).toEqual([
        ids[1],
        ids[2],
        ids[0],
      ]);
      const sum = topImages.reduce(
        (all: number, topImage: { bandwidthBytes: number }) => all + topImage.bandwidthBytes,
        0,
      );
      expect([sum, bandwidthBytes.limit]).toEqual([bandwidthBytes.used, null]);
    },
  );

  it('temporary images live as long as the project says (temporary.lifetime)', async () => {
    const { client, set } = await makeProject('temporaryLifeHours=168');
    const life = async () => {
      const { json } = await client.upload(await drawJpeg(30, 20));
      return (Date.parse(json.expiresAt) - Date.now()) / HOUR;
    };
    expect(await life()).toBeCloseTo(168, 1);
    await set('temporaryLifeHours=1', 'quotaMode=log');
    expect(await life()).toBeCloseTo(1, 1);
    await expect(set('temporaryLifeHours=169', 'quotaMode=none')).rejects.toThrow(
      /temporaryLifeHours[\s\S]*quotaMode/,
    );
  });
});

describe.skipIf(!hasSignIn)('what an account uses', () => {
  it('is shown to its user, of all its projects or of one (calls.get-usage)', async () => {
    const user = await signIn();
    const { projects } = (await user.call('list-projects')).json;
    const [{ projectId }] = projects;
    const { status, json } = await user.call('get-usage');
    expect([status, json.images.used, json.transformations.used]).toEqual([200, 0, 0]);
    expect([json.bandwidthBytes.used, json.topImages]).toEqual([0, []]);
    expect(json.resetsAt).toBe(`${json.resetsAt.slice(0, 7)}-01T00:00:00.000Z`);
    expect((await user.call('get-usage', { projectId })).json).toEqual(json);
    const stranger = await signIn();
    const answer = await stranger.call('get-usage', { projectId });
    expect([answer.status, answer.json.code]).toEqual([404, 'project_not_found']);
  });
});
