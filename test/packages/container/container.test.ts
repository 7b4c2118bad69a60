import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { drawJpeg } from '../../support/images/draw.ts';
import { lacks } from '../../support/needs/needs.ts';
import { freePort } from '../../support/service/start-service.ts';
import { askByTls } from '../support/ask-by-tls.ts';
import {
  type ComposedFile,
  podmanOptions,
  readComposeFile,
} from '../support/compose-containers.ts';
import { listFiles } from '../support/installed-package.ts';
import { packImagewell } from '../support/packed-imagewell.ts';
import {
  addCaddyImage,
  addNodeImage,
  openPodman,
  type Podman,
  registryMounts,
} from '../support/podman.ts';

const isThere = !lacks('root', 'podman', 'runc', 'mmdebstrap', 'caddy');

const COMPOSE_FILE = 'deploy/docker/compose.yml';
const IMAGE = 'localhost/imagewell:test';
/** `clone` packs within the build, which takes minutes. */
const PACKAGE_FROM = process.env.CONTAINER_FROM ?? 'tarball';
/** By its parts: sharp 20 MB, decoders 20, docs 16, font 12, CSS and passkeys 1 each. */
const MAX_ADDED_BYTES = 76_800_000;
/** The limits of the machine can only be lowered in some sandboxes. */
const LIMITS = ['--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];
const ALONE = [...LIMITS, '--no-healthcheck', '--network=none'];
const WAITING = { timeout: 120_000, interval: 50 };
const ARM64 = 183;

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const dockerfile = readFileSync('Dockerfile', 'utf8');
/** A substitute has no digest of a registry. */
const withoutDigest = (image: string) => image.replace(/@sha256:.*$/, '');
const nodeImage = withoutDigest(/^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1] ?? '');
const finalStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));

let podman: Podman;
let folder: string;
let compose: ComposedFile;

async function build(tag: string, ...options: string[]): Promise<string> {
  const args = { PACKAGE_FROM, NODE_IMAGE: nodeImage };
  const given = Object.entries(args).map(([name, value]) => `--build-arg=${name}=${value}`);
  const shared = ['--isolation=chroot', '--format=docker', `--tag=${tag}`, ...given];
  return podman.run('build', ...shared, ...(await registryMounts(folder)), ...options, '.');
}

/** The folder of an image's files. */
const mounted = (image: string) => podman.run('image', 'mount', image);

interface Config {
  readonly User: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: object;
  readonly Healthcheck: { readonly Test: readonly string[] };
}
async function inspectImage(image: string): Promise<Config> {
  const [found] = JSON.parse(await podman.run('image', 'inspect', image));
  return { Healthcheck: found.Healthcheck, ...found.Config };
}

/** Starts a service of the compose file with its options. */
async function startComposed(name: string, container: string, ...more: string[]): Promise<void> {
  const service = compose.services[name];
  if (!service) throw new Error(`no service ${name}`);
  const options = [...podmanOptions(COMPOSE_FILE, service), ...LIMITS, '--no-healthcheck'];
  await podman.run(
    'run',
    '--detach',
    `--name=${container}`,
    ...options,
    ...more,
    withoutDigest(service.image),
  );
}

const state = async (container: string, field: string) =>
  podman.run('inspect', `--format={{.State.${field}}}`, container);
const said = async (container: string) => {
  const { stdout, stderr } = await podman.attempt('logs', container);
  return stdout + stderr;
};
const isReady = (container: string) =>
  vi.waitFor(async () => expect(await said(container)).toContain('imagewell is ready.'), WAITING);

beforeAll(async () => {
  if (!isThere) return;
  folder = await mkdtemp(join(tmpdir(), 'imagewell-container-'));
  const values = { SITE_ADDRESS: 'localhost', IMAGEWELL_IMAGE: IMAGE };
  podman = await openPodman();
  [compose] = await Promise.all([
    readComposeFile(COMPOSE_FILE, values),
    addNodeImage(podman, nodeImage),
    PACKAGE_FROM === 'tarball' && packImagewell(),
  ]);
  await build(IMAGE, `--build-arg=VERSION=${version}`, '--build-arg=TARGETARCH=amd64');
}, 600_000);
afterAll(async () => {
  if (!isThere) return;
  await podman?.remove();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

describe.skipIf(!isThere)('the image of the Dockerfile (local.container)', () => {
  it('adds the installed package and an empty data folder to its base, and nothing else', async () => {
    const [base, image] = [await mounted(nodeImage), await mounted(IMAGE)];
    const added = readdirSync(image).filter((name) => !readdirSync(base).includes(name));
    expect(added.toSorted()).toEqual(['data', 'opt']);
    expect(readdirSync(join(image, 'data'))).toEqual([]);
    expect(readdirSync(join(image, 'opt/imagewell'))).toEqual(['node_modules']);
    const sizes = listFiles(join(image, 'opt'));
    const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect(bytes).toBeLessThan(MAX_ADDED_BYTES);
    const changed = [...listFiles(image)].filter(
      ([path, size]) => !/^(opt|data)\//.test(path.slice(image.length + 1)) && size > 0,
    );
    const before = listFiles(base);
    const foreign = changed.filter(
      ([path, size]) => before.get(base + path.slice(image.length)) !== size,
    );
    expect(foreign).toEqual([]);
  });

  it('runs as another user than root, and has labels, a health check and no secret', async () => {
    const config = await inspectImage(IMAGE);
    expect(config).toMatchObject({
      User: '1000:1000',
      Entrypoint: ['imagewell'],
      Cmd: ['start'],
      Volumes: { '/data': {} },
      Labels: {
        'org.opencontainers.image.title': 'imagewell',
        'org.opencontainers.image.licenses': 'MIT',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.base.name': nodeImage,
      },
    });
    const names = config.Env.map((variable) => variable.split('=')[0]).toSorted();
    const ofNode = ['MALLOC_ARENA_MAX', 'NODE_ENV', 'NODE_OPTIONS'];
    const due = ['DATA_DIR', 'HOME', 'IMAGEWELL_HOST', ...ofNode, 'PATH', 'PORT'];
    expect(names).toEqual(due);
    expect(config.Healthcheck.Test.slice(0, 2)).toEqual(['CMD', 'node']);
  });

  it('is made for arm64 without a program of arm64: its binaries are of that processor', async () => {
    expect(finalStage).not.toMatch(/^(RUN|ADD) /m);
    await build(`${IMAGE}-arm64`, '--target=installed', '--build-arg=TARGETARCH=arm64');
    const files = [...listFiles(join(await mounted(`${IMAGE}-arm64`), 'opt')).keys()];
    const binaries = files.filter((path) => /\.(node|so[.\d]*)$/.test(path));
    expect(binaries.length).toBeGreaterThanOrEqual(2);
    for (const path of binaries) {
      const header = Buffer.alloc(20);
      const file = openSync(path, 'r');
      readSync(file, header);
      closeSync(file);
      expect([path, header.readUInt16LE(18)]).toEqual([path, ARM64]);
    }
  }, 120_000);

  it('a label never names another version than the package', async () => {
    const wrong = build(
      `${IMAGE}-wrong`,
      '--target=installed',
      '--build-arg=VERSION=9.9.9',
      '--build-arg=TARGETARCH=amd64',
    );
    await expect(wrong).rejects.toThrow(`the package has version ${version}`);
  });

  it('SIGTERM in the middle of its start ends it with 0: it is process 1', async () => {
    const pidFile = join(folder, 'early.pid');
    const options = [...ALONE, '--name=early', `--pidfile=${pidFile}`];
    await podman.run('create', ...options, IMAGE);
    const data = await podman.run('inspect', '--format={{(index .Mounts 0).Source}}', 'early');
    const started = podman.run('start', 'early');
    await expect.poll(() => readdirSync(data), { ...WAITING, interval: 2 }).toContain('owner.lock');
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM');
    await started;
    await podman.run('wait', 'early');
    expect(await said('early')).not.toContain('imagewell is ready.');
    expect(await state('early', 'ExitCode')).toBe('0');
  });

  it('a fault in its settings ends it with a sentence', async () => {
    const options = [...ALONE, '--rm', '--env=IMAGEWELL_PUBLIC_URL=images'];
    const { code, stderr } = await podman.attempt('run', ...options, IMAGE);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('the variable IMAGEWELL_PUBLIC_URL'),
    ]);
  });
});

describe.skipIf(!isThere)('the compose file, run as it says (local.container)', () => {
  const url = { tls: '', plain: '' };
  let ca: string;
  let keys: { readonly uploadKey: string; readonly apiKey: string };
  let imagePath: string;
  const ask = (path: string, headers?: Record<string, string>, body?: string | Uint8Array) =>
    askByTls({ url: url.tls + path, ca, host: 'localhost' }, headers, body);
  const healthy = async (container: string) => {
    const { Healthcheck } = await inspectImage(IMAGE);
    const { code } = await podman.attempt('exec', container, ...Healthcheck.Test.slice(1));
    return code;
  };

  beforeAll(async () => {
    const { caddy } = compose.services;
    if (!caddy) throw new Error('the compose file has no caddy');
    await addCaddyImage(podman, withoutDigest(caddy.image), nodeImage);
    await podman.run('network', 'create', 'front');
    const [port, tlsPort] = [await freePort(), await freePort()];
    url.plain = `http://127.0.0.1:${port}`;
    url.tls = `https://localhost:${tlsPort}`;
    await startComposed(
      'imagewell',
      'service',
      '--network=front',
      `--publish=127.0.0.1:${port}:8080`,
    );
    await isReady('service');
    const format = '--format={{(index .NetworkSettings.Networks "front").IPAddress}}';
    const address = await podman.run('inspect', format, 'service');
    // podman of Debian brings these containers no DNS
    const host = `--add-host=imagewell:${address}`;
    await startComposed(
      'caddy',
      'proxy',
      '--network=front',
      host,
      `--publish=127.0.0.1:${tlsPort}:443`,
    );
    keys = JSON.parse(await podman.run('exec', 'service', 'cat', '/data/credentials.json'));
    const root = '/data/caddy/pki/authorities/local/root.crt';
    await vi.waitFor(async () => {
      ca = await podman.run('exec', 'proxy', 'cat', root);
      expect((await ask('/readyz')).status).toBe(200);
    }, WAITING);
  }, 120_000);

  it('an image is uploaded, saved and resized by https', async () => {
    const jpeg = await drawJpeg(600, 400);
    const upload = `/api/v1/upload-temporary-image/${keys.uploadKey}`;
    const sent = await ask(upload, { 'Content-Type': 'image/jpeg' }, jpeg);
    const { temporaryImageUrl } = JSON.parse(sent.body.toString());
    expect(temporaryImageUrl).toMatch(/^https:\/\/localhost\/res\/tmp_/);
    const headers = { 'X-API-Key': keys.apiKey, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ temporaryImageUrl });
    const saved = await ask('/api/v1/save-temporary-image', headers, body);
    imagePath = new URL(JSON.parse(saved.body.toString()).imageUrl).pathname;
    const small = await ask(`${imagePath.replace(/\.\w+$/, '.webp')}?width=40`);
    expect([small.status, small.type]).toEqual([200, 'image/webp']);
  });

  it('it is healthy, and its health check fails where no service is', async () => {
    expect(await healthy('service')).toBe(0);
    expect(await healthy('proxy').catch(() => 1)).not.toBe(0);
  });

  it('has no capability, no new privileges, and no file to write beyond its data and memory', async () => {
    const sh = (script: string) => podman.attempt('exec', 'service', 'sh', '-c', script);
    const { stdout } = await sh('cat /proc/1/status');
    expect(stdout).toMatch(/^CapEff:\t0+$/m);
    expect(stdout).toMatch(/^CapBnd:\t0+$/m);
    expect(stdout).toMatch(/^NoNewPrivs:\t1$/m);
    expect(stdout).toMatch(/^Uid:\t1000\t1000/m);
    for (const path of ['/x', '/opt/imagewell/x', '/var/x', '/run/x']) {
      expect([path, (await sh(`touch ${path}`)).code]).toEqual([path, 1]);
    }
    expect((await sh('touch /tmp/x && touch /data/x && rm /data/x')).code).toBe(0);
    const limits = await podman.run('inspect', '--format={{.HostConfig.Memory}}', 'service');
    expect(limits).toBe(String(2 ** 30));
  });

  it('its commands run inside: backup and verify', async () => {
    const inside = (...args: string[]) => podman.attempt('exec', 'service', 'imagewell', ...args);
    expect((await inside('backup', '/tmp/backup')).code).toBe(0);
    const checked = await inside('verify', '/tmp/backup', '--json');
    expect(JSON.parse(checked.stdout)).toMatchObject({ images: 1, remaining: 0 });
  });

  it('starts again on its volume after a kill, and ends by SIGTERM with 0', async () => {
    await podman.run('kill', '--signal=KILL', 'service');
    await podman.run('wait', 'service');
    await podman.run('start', 'service');
    await expect
      .poll(() => fetch(`${url.plain}/readyz`).then(({ status }) => status, String), WAITING)
      .toBe(200);
    expect((await fetch(url.plain + imagePath)).status).toBe(200);
    await podman.run('stop', 'service');
    expect(await state('service', 'ExitCode')).toBe('0');
  });
});
