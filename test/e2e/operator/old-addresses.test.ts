import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { administer, hasOperator, makeProject } from '../../support/e2e/operator.ts';
import { drawJpeg } from '../../support/images/draw.ts';

describe.skipIf(!hasOperator)('an old address (delivery.old-addresses)', () => {
  let project: Awaited<ReturnType<typeof makeProject>>;
  let image: Awaited<ReturnType<typeof project.client.store>>;
  const old = (path: string, projectId = project.projectId) =>
    project.client.get(`/old/${projectId}${path}`, { redirect: 'manual' });
  const routes = (command: string, ...more: readonly string[]) =>
    administer('routes', command, project.projectId, ...more);

  beforeAll(async () => {
    project = await makeProject();
    image = await project.client.store(await drawJpeg(60, 40));
    const folder = await mkdtemp(join(tmpdir(), 'routes-'));
    const file = join(folder, 'routes.csv');
    const { imageUrl } = image;
    const rows = [
      'old,new',
      `https://res.cloudinary.com/acme/image/upload/w_30/lamp.jpg,${imageUrl}?width=30`,
      `https://acme.imgix.net/caf%C3%A9%20bar.jpg?w=30&h=20,${imageUrl}?height=20&width=30&fit=cover`,
    ];
    await writeFile(file, rows.join('\r\n'));
    expect(await routes('import', file)).toMatchObject({ added: 2 });
    await rm(folder, { recursive: true });
  });

  it('is redirected for an hour to its image, with the headers of delivery', async () => {
    const path = `/res/${image.imageId}.jpg`;
    const { status, headers } = await old('/acme/image/upload/w_30/lamp.jpg');
    expect([status, headers.get('location')]).toEqual([308, `${path}?width=30`]);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    const followed = await project.client.get(
      `/old/${project.projectId}/acme/image/upload/w_30/lamp.jpg`,
    );
    expect([followed.status, followed.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('is found whatever the order and the encoding of its parts, but by no other query', async () => {
    const path = `/res/${image.imageId}.jpg`;
    for (const spelled of ['/caf%C3%A9%20bar.jpg?h=20&w=30', '/caf%c3%a9%20bar.jpg?w=%330&h=20&']) {
      expect((await old(spelled)).headers.get('location')).toBe(`${path}?width=30&height=20`);
    }
    for (const other of ['/caf%C3%A9%20bar.jpg', '/caf%C3%A9%20bar.jpg?w=31&h=20']) {
      const { status, headers, json } = await old(other);
      expect([status, json.code]).toEqual([404, 'route_not_found']);
      expect(headers.get('cache-control')).toBe('public, max-age=10');
    }
  });

  it('is the same with what links and URL builders add (delivery.tolerated-parameters)', async () => {
    const path = `/res/${image.imageId}.jpg`;
    for (const [address, target] of [
      ['/acme/image/upload/w_30/lamp.jpg?_a=DATAiZfkZAA0&utm_source=news', `${path}?width=30`],
      ['/caf%C3%A9%20bar.jpg?ixlib=js-3.8.0&w=30&h=20&fbclid=x', `${path}?width=30&height=20`],
    ] as const) {
      const { status, headers } = await old(address);
      expect([status, headers.get('location')]).toEqual([308, target]);
    }
  });

  it('is of its project alone', async () => {
    const stranger = await makeProject();
    for (const projectId of [stranger.projectId, `prj_${'a'.repeat(26)}`, 'prj_x']) {
      const { status } = await old('/acme/image/upload/w_30/lamp.jpg', projectId);
      expect(status).toBe(404);
    }
  });

  it('leads to images of this service only', async () => {
    for (const target of [
      'https://evil.example/',
      '//evil.example/res/x.jpg',
      '/console/',
      `https://evil.example/res/${image.imageId}.exe`,
      `/res/${image.imageId}.jpg/../../console`,
    ]) {
      await expect(routes('add', '/away', target)).rejects.toMatchObject({ code: 2 });
    }
    // the host of a target is not kept
    await routes('add', '/near', `https://evil.example/res/${image.imageId}.jpg`);
    expect((await old('/near')).headers.get('location')).toBe(`/res/${image.imageId}.jpg`);
  });

  it('is listed, and removed', async () => {
    await routes('add', '/gone.jpg', image.imageUrl);
    const target = `/res/${image.imageId}.jpg`;
    const listed = await routes('list', '--cursor', '/gone.jp', '--limit', '1');
    expect(listed).toEqual({ path: '/gone.jpg', target });
    expect((await old('/gone.jpg')).status).toBe(308);
    await routes('remove', '/gone.jpg');
    await expect.poll(async () => (await old('/gone.jpg')).status).toBe(404);
  });
});
