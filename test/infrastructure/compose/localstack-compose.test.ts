import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, describe, expect, it } from 'vitest';
import { SERVICE_SETTINGS } from '../../../local/settings/service-settings.ts';
import {
  type ComposeService,
  namesInDocker,
  readCompose,
} from '../../support/compose/docker-model.ts';
import { synthesize } from '../synth/support/template.ts';

const compose = readCompose('localstack-compose.yml');
const { services } = compose;
const byName = new Map(services.map((service) => [service.name, service]));
const names = namesInDocker(compose);
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const IN_CONTAINER = 'scripts/in-container.sh';
const script = readFileSync(IN_CONTAINER, 'utf8');

/** The listening ports, by the file that sets them: the published ports have to be among these. */
const LISTENING: Readonly<Record<string, readonly number[]>> = {
  localstack: [4566], // https://docs.localstack.cloud: its one port
  edge: [Number(/EDGE_PORT = (\d+)/.exec(readFileSync('scripts/localstack.ts', 'utf8'))?.[1])],
  start: [Number(SERVICE_SETTINGS.port.fallback)],
};

const resolves = (host: string) => isIP(host) !== 0 || host === 'localhost' || names.includes(host);
const hostsIn = (text: string) =>
  [...text.matchAll(/https?:\/\/([\w.-]+)/g)].map(([, host = '']) => host);

/** The host that the SDK, and so the CDK, asks for an object of a bucket. */
async function hostOfBucket(endpoint: string): Promise<string> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials });
  const seen: string[] = [];
  client.middlewareStack.add(
    () => async (args) => {
      seen.push((args.request as { hostname: string }).hostname);
      throw new Error('enough');
    },
    { step: 'finalizeRequest', priority: 'low' },
  );
  const put = new PutObjectCommand({ Bucket: 'cdk-assets', Key: 'asset.zip', Body: 'x' });
  await client.send(put).catch((error: Error) => expect(error.message).toBe('enough'));
  return seen[0] ?? '';
}

describe('localstack-compose.yml: the names that are used', () => {
  it.each(services)('$name: each host in it is one that Docker knows there', (service) => {
    const { environment, command, healthcheck = [] } = service;
    const texts = [...Object.values(environment), ...command, ...healthcheck];
    expect(texts.flatMap(hostsIn).filter((host) => !resolves(host))).toEqual([]);
  });

  it.each(services.filter(({ environment }) => environment.AWS_ENDPOINT_URL))(
    '$name: so is the host of an asset’s bucket',
    async ({ environment }) => {
      expect(environment.AWS_ENDPOINT_URL_S3).toBe(environment.AWS_ENDPOINT_URL);
      const host = await hostOfBucket(String(environment.AWS_ENDPOINT_URL_S3));
      expect(resolves(host), host).toBe(true);
      // and it leads to LocalStack: to itself in the network that it shares
      expect(environment.AWS_ENDPOINT_URL).toBe('http://127.0.0.1:4566');
    },
  );

  it.each(services.filter(({ environment }) => environment.AWS_ENDPOINT_URL))(
    '$name: 127.0.0.1 is LocalStack, whose network it is in',
    ({ networkOf, waitsFor }) => {
      expect(networkOf).toBe('localstack');
      expect(waitsFor.localstack).toBe('service_healthy');
    },
  );
});

describe('localstack-compose.yml: ports', () => {
  const inNetwork = (name: string) => services.filter(({ networkOf }) => networkOf === name);

  it('are published by the container that owns the network, as Docker requires', () => {
    const sharing = services.filter(({ name, networkOf }) => name !== networkOf);
    expect(sharing.map(({ name }) => name)).toEqual(['deploy', 'edge']);
    expect(sharing.flatMap(({ ports }) => ports)).toEqual([]);
  });

  it.each(services)(
    'of $name are on this machine alone, each of something that listens',
    (entry) => {
      const listening = inNetwork(entry.name).flatMap(({ name }) => LISTENING[name] ?? []);
      expect(entry.ports.map(({ target }) => target)).toEqual(
        entry.name === entry.networkOf ? listening : [],
      );
      for (const { address, published, target } of entry.ports) {
        expect([address, published]).toEqual(['127.0.0.1', target]);
      }
    },
  );

  it('of the edge: it listens beyond its own loopback, which is what Docker reaches', () => {
    expect(byName.get('edge')?.environment.EDGE_HOST).toBe('0.0.0.0');
    expect(byName.get('deploy')?.environment.EDGE_HOST).toBeUndefined();
  });
});

describe('localstack-compose.yml: order', () => {
  it.each(services)('$name waits for known services, and can be fulfilled', (service) => {
    for (const [name, condition] of Object.entries(service.waitsFor)) {
      const other = byName.get(name) as ComposeService;
      expect(other, name).toBeDefined();
      expect(other.profiles).toEqual(service.profiles);
      if (condition === 'service_healthy') expect(other.healthcheck).toBeDefined();
      // only one that ends can have ended
      if (condition === 'service_completed_successfully') expect(name).toBe('deploy');
    }
  });

  it('the edge comes after a deploy that is done, the deploy after a LocalStack that answers', () => {
    expect(byName.get('edge')?.waitsFor.deploy).toBe('service_completed_successfully');
    expect(byName.get('deploy')?.waitsFor.localstack).toBe('service_healthy');
  });
});

describe('localstack-compose.yml: images and commands', () => {
  const ours = services.filter(({ name }) => name !== 'localstack');

  it.each(services)('$name: an image with a version', ({ image }) => {
    expect(image).toMatch(/^[\w/-]+:\d[\w.-]+@sha256:[0-9a-f]{64}$/);
  });

  it.each(ours)('$name: a command of the script, which is there', ({ name, command }) => {
    expect(command).toEqual(['sh', `/source/${IN_CONTAINER}`, name]);
    expect(existsSync(IN_CONTAINER)).toBe(true);
    expect(script).toMatch(new RegExp(`^  ${name}\\)`, 'm'));
  });

  it('the script calls npm’s scripts that there are', () => {
    const called = [...script.matchAll(/npm (?:run (?:--silent )?)?([a-z:]+)/g)].map(
      ([, entry]) => entry,
    );
    const builtIn = ['ci'];
    expect(called.filter((candidate) => !builtIn.includes(candidate ?? '')).length).toBe(3);
    expect(
      called.filter(
        (candidate) => candidate && !builtIn.includes(candidate) && !(candidate in scripts),
      ),
    ).toEqual([]);
  });

  it('LocalStack’s services are all that the stack has resources of', () => {
    const settings = { target: 'localstack', cdnUrl: 'http://localhost:8081', events: 'on' };
    const types = Object.values(synthesize(settings).Resources).map(({ Type }) => Type);
    const used = new Set(types.map((type) => String(type.split('::')[1]).toLowerCase()));
    const given = String(byName.get('localstack')?.environment.SERVICES).split(',');
    expect([...used].filter((name) => !given.includes(name))).toEqual([]);
    // and what a deploy and a stream ask besides
    const besides = ['cloudformation', 'sts', 'ssm', 'dynamodbstreams'];
    expect(given.filter((name) => !used.has(name)).sort()).toEqual(besides.sort());
  });
});

describe('localstack-compose.yml: files', () => {
  it('nothing is mounted within this folder: Docker would make root’s folders in it', () => {
    for (const { name, mounts } of services) {
      const folder = mounts.find(({ source }) => source === '.')?.target;
      const within = mounts.filter(({ target }) => folder && target.startsWith(`${folder}/`));
      expect(within, name).toEqual([]);
    }
  });

  it('each path that Docker would make where it is missing is there, each volume declared', () => {
    const sources = services.flatMap(({ mounts }) => mounts.map(({ source }) => source));
    const paths = sources.filter((source) => /^[./]/.test(source));
    expect([...new Set(paths)]).toEqual(['/var/run/docker.sock', '.']);
    const volumes = sources.filter((source) => !/^[./]/.test(source));
    expect([...new Set(volumes)].sort()).toEqual([...compose.volumes].sort());
  });

  it('only the deploy writes to this folder', () => {
    const writing = services.filter(({ mounts }) =>
      mounts.some(({ source, isReadOnly }) => source === '.' && !isReadOnly),
    );
    expect(writing.map(({ name }) => name)).toEqual(['deploy']);
  });
});

describe('scripts/in-container.sh', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imagewell-compose-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [source, app, programs] = ['source', 'app', 'bin'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const isRoot = process.getuid?.() === 0;
  /** A user that this machine doesn't have; only root can act for it. */
  const owner = isRoot ? '54321' : String(process.getuid?.());
  const NPM = `#!/bin/sh
echo "npm $* by $(id -u) in $(basename "$PWD")"
if [ "$1" = ci ]; then mkdir -p node_modules; fi
case "$*" in *"localstack -- deploy")
  mkdir -p .cloud/localstack
  echo keys >.cloud/localstack/credentials.json
  chmod 600 .cloud/localstack/credentials.json
  echo outputs >.cloud/localstack/outputs.json
esac
`;

  function prepare(): void {
    for (const path of [`${source}/scripts`, `${source}/node_modules/sharp`, `${source}/.data`]) {
      mkdirSync(path, { recursive: true });
    }
    for (const path of [app, programs]) mkdirSync(path);
    writeFileSync(`${source}/scripts/in-container.sh`, script);
    writeFileSync(`${source}/.data/imagewell.db`, 'somebody’s');
    for (const file of ['.gitignore', 'package.json', 'package-lock.json']) {
      writeFileSync(`${source}/${file}`, readFileSync(file));
    }
    writeFileSync(`${programs}/npm`, NPM);
    chmodSync(`${programs}/npm`, 0o755);
    chmodSync(folder, 0o755);
    if (isRoot) spawnSync('chown', ['-R', `${owner}:${owner}`, source]);
  }

  function runScript(name: string) {
    const env = {
      PATH: `${programs}:${process.env.PATH}`,
      SOURCE: source,
      APP: app,
      DATA: '/none',
    };
    const path = `${source}/scripts/in-container.sh`;
    const asOwner = isRoot ? [] : ['as-owner'];
    const all = isRoot ? env : { ...env, HOME: `${app}/.home` };
    const { stdout, stderr, status } = spawnSync('sh', [path, name, ...asOwner], { env: all });
    return { status, said: stdout.toString().trim().split('\n'), complaints: stderr.toString() };
  }

  const ownersIn = (path: string) =>
    readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) =>
      String(statSync(join(path, name)).uid),
    );

  if (!isRoot) console.log('skipped: only root can try that a container’s root steps down');

  it('installs beside the folder, as the folder’s owner, and leaves only the keys in it', () => {
    prepare();
    const { status, said, complaints } = runScript('deploy');
    expect([status, complaints]).toEqual([0, '']);
    expect(said.slice(0, 2)).toEqual([
      `npm ci by ${owner} in app`,
      `npm run --silent localstack -- deploy by ${owner} in app`,
    ]);
    expect(new Set([...ownersIn(source), ...ownersIn(app)])).toEqual(new Set([owner]));
    expect(readdirSync(`${source}/node_modules`)).toEqual(['sharp']);
    expect(statSync(`${source}/.cloud/localstack/credentials.json`).mode & 0o777).toBe(0o600);
  });

  it('copies nothing that git ignores', () => {
    expect(existsSync(`${app}/.data`)).toBe(false);
    expect(existsSync(`${app}/node_modules/sharp`)).toBe(false);
    expect(existsSync(`${app}/package.json`)).toBe(true);
  });

  it('a second time takes what has changed, and installs only where the lock has', () => {
    rmSync(`${source}/package.json`);
    writeFileSync(`${source}/new.txt`, 'new');
    expect(runScript('deploy').said[0]).toMatch(/localstack -- deploy/);
    expect([existsSync(`${app}/package.json`), existsSync(`${app}/new.txt`)]).toEqual([
      false,
      true,
    ]);
    writeFileSync(`${source}/package-lock.json`, '{}');
    expect(runScript('deploy').said[0]).toMatch(/^npm ci/);
  });

  it('runs the edge where the deploy was, and refuses unknown commands', () => {
    expect(runScript('edge').said).toEqual([
      `npm run --silent localstack -- edge by ${owner} in app`,
    ]);
    expect(runScript('teapot')).toMatchObject({
      status: 2,
      complaints: 'deploy, edge or start?\n',
    });
  });
});
