import { expect } from 'vitest';
import { openEmulatedS3 } from '../../support/cloud/emulated-s3.ts';
import { serveDistribution } from '../../support/cloud/serve-distribution.ts';
import { takeTlsForGranted } from '../../support/cloud/site-bucket.ts';

export interface DeployedSite {
  /** Where the distribution is served. */
  readonly port: number;
  readonly cdnUrl: string;
  /** Of the stack, by name. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Serves a distribution of the emulator on a port of this machine, while `use` runs. */
export async function withDistribution(
  endpoint: string,
  { port, outputs }: DeployedSite,
  use: () => Promise<void>,
): Promise<void> {
  const s3 = openEmulatedS3(endpoint);
  await takeTlsForGranted(s3, outputs.SiteBucket ?? '');
  const domain = outputs.DistributionDomain ?? '';
  const server = await serveDistribution({ port, endpoint, domain, s3 });
  try {
    await use();
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

async function readSite(cdnUrl: string, outputs: DeployedSite['outputs']): Promise<void> {
  const get = (path: string) => fetch(cdnUrl + path, { headers: { Accept: 'text/html' } });
  const page = await get('/console/');
  const html = await page.text();
  expect([page.status, page.headers.get('content-type')], html).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  const [, script = ''] = /src="([^"]+\.js)"/.exec(html) ?? [];
  const loaded = await get(script);
  expect([loaded.status, loaded.headers.get('cache-control')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  const settings = await get('/console/settings.json');
  expect(await settings.json()).toMatchObject({ apiUrl: outputs.BaseUrl, cdnUrl });
  for (const path of ['/docs/start', '/problems', '/openapi.json']) {
    expect([path, (await get(path)).status]).toEqual([path, 200]);
  }
}

/** The deploy wrote console, docs and problems, and the distribution serves them. */
export async function expectSite(endpoint: string, site: DeployedSite): Promise<void> {
  await withDistribution(endpoint, site, () => readSite(site.cdnUrl, site.outputs));
}
