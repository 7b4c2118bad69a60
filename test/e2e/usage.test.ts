import { describe, expect, it } from 'vitest';
import { hasOperator, makeProject } from '../support/e2e/operator.ts';
import { keepsNothing } from '../support/e2e/service-under-test.ts';
import { hasSignIn, signIn } from '../support/e2e/users.ts';
import { drawJpeg } from '../support/images/draw.ts';

const HOUR = 3_600_000;
/** Of today and of the day before: a day of UTC may end during a test. */
const ofLastTwo = <Kind extends string>(
  days: readonly Readonly<Record<Kind, number>>[],
  kind: Kind,
) => days.slice(-2).reduce((sum, day) => sum + day[kind], 0);
if (keepsNothing)
  console.warn('skipped: no CDN stands before this service that writes access logs');

describe.skipIf(!hasOperator)('the usage of a project', () => {
  it.skipIf(keepsNothing)(
    'counts the sent bytes of its images, and names the images with most (quotas.bandwidth, calls.get-usage)',
    async () => {
      const { client } = await makeProject();
      const ids: string[] = [];
      for (const width of [40, 400, 80]) {
        const { imageId } = await client.store(await drawJpeg(width, width));
        ids.push(imageId);
        await client.get(`/res/${imageId}.jpg`);
      }
      const getUsage = async () => (await client.call('get-usage', {})).json;
      await expect.poll(async () => (await getUsage()).topImages.length).toBe(3);
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
      const { days } = (await client.call('get-usage-by-day', {})).json;
      expect(ofLastTwo(days, 'bandwidthBytes')).toBe(bandwidthBytes.used);
      const [first] = topImages;
      const sent = async () => (await client.call('get-image-usage', { imageId: ids[1] })).json;
      await expect
        .poll(async () => ofLastTwo((await sent()).days, 'bandwidthBytes'))
        .toBe(first.bandwidthBytes);
      expect(ofLastTwo((await sent()).days, 'requests')).toBe(first.requests);
    },
  );

  it('is listed by day, 31 days to today, with saved images and made renditions (calls.get-usage-by-day)', async () => {
    const { client } = await makeProject();
    const { imageId } = await client.store(await drawJpeg(40, 30));
    for (const width of [10, 20, 10]) await client.get(`/res/${imageId}.png?width=${width}`);
    const { status, json } = await client.call('get-usage-by-day', {});
    expect([status, json.days.length]).toEqual([200, 31]);
    expect(ofLastTwo(json.days, 'images')).toBe(1);
    expect(ofLastTwo(json.days, 'transformations')).toBe(2);
    expect((await client.call('get-usage', {})).json.transformations.used).toBe(2);
  });

  it('images stay in browsers as long as the project says, in copies of the CDN too (delivery.cache-lifetime)', async () => {
    const { client, set } = await makeProject('browserMaxAge=31536000');
    const { imageUrl } = await client.store(await drawJpeg(40, 30));
    const life = async () =>
      (await client.get(`${imageUrl}?width=10`)).headers.get('cache-control');
    expect(await life()).toBe('public, max-age=31536000, s-maxage=2592000');
    await set('browserMaxAge=0');
    await expect.poll(life).toBe('public, max-age=0, s-maxage=2592000');
    await expect(set('browserMaxAge=31536001')).rejects.toThrow('browserMaxAge');
  });

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

describe.skipIf(!hasSignIn)('the usage of an account', () => {
  it('is shown to its user, of all its projects or of one (calls.get-usage)', async () => {
    const user = await signIn();
    const { projects } = (await user.call('list-projects')).json;
    const [{ projectId }] = projects;
    const { status, json } = await user.call('get-usage');
    expect([status, json.images.used, json.transformations.used]).toEqual([200, 0, 0]);
    expect([json.bandwidthBytes.used, json.topImages]).toEqual([0, []]);
    expect(json.resetsAt).toBe(`${json.resetsAt.slice(0, 7)}-01T00:00:00.000Z`);
    expect((await user.call('get-usage', { projectId })).json).toEqual(json);
    const { days } = (await user.call('get-usage-by-day', { projectId })).json;
    expect(days.at(-1)).toMatchObject({ images: 0, transformations: 0, bandwidthBytes: 0 });
    const stranger = await signIn();
    const answer = await stranger.call('get-usage', { projectId });
    expect([answer.status, answer.json.code]).toEqual([404, 'project_not_found']);
  });
});
