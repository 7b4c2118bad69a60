import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawJpeg } from '../../support/images/draw.ts';
import { lacks } from '../../support/needs/needs.ts';
import {
  freePort,
  makeDataFolder,
  type StartedService,
  startService,
} from '../../support/service/start-service.ts';
import { askByTls } from '../support/ask-by-tls.ts';

const CADDYFILE = resolve('deploy/machine/Caddyfile');

let folder: Awaited<ReturnType<typeof makeDataFolder>>;
let service: StartedService;
let proxy: ChildProcess;
let publicUrl: string;
let ca: string;

const ask = (path: string, headers?: Record<string, string>, body?: string | Uint8Array) =>
  askByTls({ url: publicUrl + path, ca }, headers, body);

describe.skipIf(lacks('caddy'))(
  'behind Caddy with TLS (local.public-url, local.trust-proxy)',
  () => {
    beforeAll(async () => {
      folder = await makeDataFolder();
      const [port, tlsPort] = [await freePort(), await freePort()];
      publicUrl = `https://localhost:${tlsPort}`;
      service = await startService(
        join(folder.path, 'data'),
        `--port=${port}`,
        `--public-url=${publicUrl}`,
        '--trust-proxy=loopback',
      );
      const config = join(folder.path, 'Caddyfile');
      const settings = 'admin off\nskip_install_trust\nauto_https disable_redirects';
      await writeFile(config, `{\n${settings}\n}\nimport ${CADDYFILE}\n`);
      proxy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], {
        env: {
          PATH: process.env.PATH,
          XDG_DATA_HOME: folder.path,
          XDG_CONFIG_HOME: folder.path,
          HOME: folder.path,
          SITE_ADDRESS: publicUrl,
          IMAGEWELL_UPSTREAM: `127.0.0.1:${port}`,
        },
        stdio: 'ignore',
      });
      const root = join(folder.path, 'caddy/pki/authorities/local/root.crt');
      await vi.waitFor(
        async () => {
          ca = await readFile(root, 'utf8');
          expect((await ask('/readyz')).status).toBe(200);
        },
        { timeout: 120_000, interval: 100 },
      );
    });
    afterAll(async () => {
      proxy?.kill();
      await service?.stop();
      await folder?.remove();
    });

    it('an image is uploaded, saved and shown by https at the addresses that the service returns', async () => {
      const upload = `/api/v1/upload-temporary-image/${service.uploadKey}`;
      const sent = await ask(upload, { 'Content-Type': 'image/jpeg' }, await drawJpeg(200, 100));
      expect(sent.status).toBe(200);
      const { temporaryImageUrl } = JSON.parse(sent.body.toString());
      expect(temporaryImageUrl.startsWith(`${publicUrl}/res/tmp_`)).toBe(true);
      const headers = { 'X-API-Key': service.apiKey, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ temporaryImageUrl });
      const saved = await ask('/api/v1/save-temporary-image', headers, body);
      const { pathname } = new URL(JSON.parse(saved.body.toString()).imageUrl);
      const small = await ask(`${pathname.replace(/\.\w+$/, '.webp')}?width=20`);
      expect([small.status, small.type]).toEqual([200, 'image/webp']);
    });

    it('its console is at the public address, and the development issuer is not', async () => {
      const page = await ask('/console/', { Accept: 'text/html' });
      expect([page.status, page.location]).toEqual([200, '']);
      const settings = JSON.parse((await ask('/console/settings.json')).body.toString());
      expect(settings).toMatchObject({ apiUrl: publicUrl, isLocal: false, hasWayIn: false });
      expect(settings.issuer).toBe(`${publicUrl}/oidc`);
      const issuer = (await ask('/oidc')).body.toString();
      expect(issuer).toContain('with a passkey or a password');
      const described = await ask('/oidc/.well-known/openid-configuration');
      expect(JSON.parse(described.body.toString()).token_endpoint).toBe(`${publicUrl}/oidc/token`);
      expect((await ask('/metrics')).status).toBe(404);
    });
  },
);
