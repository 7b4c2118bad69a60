import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { plansPath } from '../../../../local/data-folder/configured-plans.ts';
import { createClient } from '../../../support/http/client.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeDataFolder, startService } from '../../../support/service/start-service.ts';

const TINY = {
  maxImages: 1,
  maxTransformationsPerMonth: 1,
  maxBandwidthBytesPerMonth: 1,
  maxProjects: 1,
};
let folder: Awaited<ReturnType<typeof makeDataFolder>>;
beforeEach(async () => {
  folder = await makeDataFolder();
});
afterEach(() => folder.remove());

const writePlans = (plans: unknown) =>
  writeFile(plansPath(folder.path), typeof plans === 'string' ? plans : JSON.stringify(plans));

describe('plans of a data folder', () => {
  it('are given to the local account by --plan, each limit its own (local.plan-option, quotas.images, quotas.transformations, quotas.bandwidth)', async () => {
    await writePlans({ tiny: TINY });
    const service = await startService(folder.path, '--plan', 'tiny');
    const client = createClient(service);
    const { imageId } = await client.store(await drawJpeg(60, 40));
    const { temporaryImageUrl } = (await client.upload(await drawJpeg(61, 40))).json;
    const refused = await client.call('save-temporary-image', { temporaryImageUrl });
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('tiny')]);
    expect((await client.get(`/res/${imageId}.jpg?width=20`)).status).toBe(200);
    expect((await client.get(`/res/${imageId}.jpg?width=21`)).status).toBe(429);
    const usage = async () => (await client.call('get-usage', {})).json;
    await expect.poll(async () => (await usage()).bandwidthBytes.used).toBeGreaterThan(1);
    expect((await usage()).bandwidthBytes.limit).toBe(1);
    // nothing is refused for that
    expect((await client.get(`/res/${imageId}.jpg`)).status).toBe(200);
    await service.stop();
    expect(service.output()).toContain('bandwidth over the plan');
  });

  it('are refused at the start with all faults together, and so is a plan that is none', async () => {
    await writePlans({ tiny: { ...TINY, maxImages: -1 }, free: TINY });
    await expect(startService(folder.path)).rejects.toThrow(
      /maxImages[\s\S]*free: is a built-in plan/,
    );
    await writePlans('{');
    await expect(startService(folder.path)).rejects.toThrow('not valid JSON');
    await writePlans({ tiny: TINY });
    await expect(startService(folder.path, '--plan', 'huge')).rejects.toThrow(
      '--plan must be free or unlimited or tiny, not huge',
    );
  });
});
