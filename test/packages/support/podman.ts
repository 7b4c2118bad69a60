import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CACHE = resolve('.build/container');
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';
/** The packages of Debian in `node:*-slim` that a program needs, without apt. */
const DEBIAN_PACKAGES =
  'base-files,bash,coreutils,dash,findutils,grep,gzip,libc-bin,libgcc-s1,libstdc++6,sed,tar';
const WITHOUT = ['doc', 'man', 'locale'].map(
  (name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`,
);

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Containers and images in their own folder. */
export interface Podman {
  /** Runs podman to its end, whatever its exit code. */
  attempt(...args: readonly string[]): Promise<Ran>;
  /** The same; throws unless it exits with 0. Answers its output. */
  run(...args: readonly string[]): Promise<string>;
  /** Imports a substitute for a base image: no registry of images is reached. */
  addImage(name: string, folder: string, containerfile: string): Promise<void>;
  remove(): Promise<void>;
}

/** Makes a place for containers. */
export async function openPodman(): Promise<Podman> {
  const folder = await mkdtemp(join(tmpdir(), 'imagewell-podman-'));
  const place = ['root', 'runroot', 'network-config-dir'].map((name) => `--${name}`);
  const globals = place.flatMap((option) => [option, join(folder, option.slice(2))]);
  // crun refuses the two versions of cgroups together
  const prefix = ['--runtime=runc', '--cgroup-manager=cgroupfs', '--log-level=fatal', ...globals];
  const attempt: Podman['attempt'] = (...args) =>
    run('podman', [...prefix, ...args], { maxBuffer: 64e6 }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    );
  const runOrThrow: Podman['run'] = async (...args) => {
    const { code, stdout, stderr } = await attempt(...args);
    if (code !== 0) throw new Error(`podman ${args.join(' ')}: ${code}\n${stdout}${stderr}`);
    return stdout.trim();
  };
  return {
    attempt,
    run: runOrThrow,
    addImage: async (name, context, containerfile) => {
      await writeFile(join(context, 'Containerfile'), containerfile);
      await runOrThrow('build', '--isolation=chroot', '--format=docker', `--tag=${name}`, context);
    },
    remove: async () => {
      await attempt('rm', '--all', '--force', '--time=0');
      await attempt('volume', 'rm', '--all', '--force');
      await attempt('network', 'prune', '--force');
      await attempt('rmi', '--all', '--force');
      await run('umount', [join(folder, 'root/overlay')]).catch(() => undefined);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** A file system of Debian, made once by its packages; six seconds the first time. */
async function debianRoot(): Promise<string> {
  const path = join(CACHE, 'debian-trixie-tar.tar');
  if (existsSync(path)) return path;
  await mkdir(CACHE, { recursive: true });
  const fresh = join(CACHE, `fresh-${process.pid}.tar`);
  const options = ['--quiet', '--variant=extract', `--include=${DEBIAN_PACKAGES}`, ...WITHOUT];
  await run('mmdebstrap', [...options, 'trixie', fresh], { maxBuffer: 64e6 });
  await copyFile(fresh, path);
  await rm(fresh);
  return path;
}

const USERS =
  "printf 'root:x:0:0::/root:/bin/sh\\nnode:x:1000:1000::/home/node:/bin/sh\\n' > /etc/passwd && " +
  "printf 'root:x:0:\\nnode:x:1000:\\n' > /etc/group && mkdir -p /tmp /root && chmod 1777 /tmp && ldconfig";

/** The substitute for `node:*-slim`: Debian, the Node of this project, and npm. */
export async function addNodeImage(podman: Podman, name: string): Promise<void> {
  const context = await mkdtemp(join(tmpdir(), 'imagewell-base-'));
  await copyFile(await debianRoot(), join(context, 'debian.tar'));
  await copyFile(resolve('node_modules/node/bin/node'), join(context, 'node'));
  const npm = await realpath((await run('which', ['npm'])).stdout.trim()); // npm/bin/npm-cli.js
  await cp(dirname(dirname(npm)), join(context, 'npm'), { recursive: true });
  await podman.addImage(
    name,
    context,
    [
      'FROM scratch',
      'ADD debian.tar /',
      'COPY node /usr/local/bin/node',
      'COPY npm /usr/local/lib/node_modules/npm',
      `RUN ["/bin/bash", "-c", ${JSON.stringify(USERS)}]`,
      'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm',
      'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'CMD ["node"]',
    ].join('\n'),
  );
  await rm(context, { recursive: true, force: true });
}

/** The substitute for `caddy:*-alpine`, with its volumes and its command. */
export async function addCaddyImage(podman: Podman, name: string, base: string): Promise<void> {
  const context = await mkdtemp(join(tmpdir(), 'imagewell-caddy-'));
  const { stdout } = await run('which', ['caddy']);
  await copyFile(stdout.trim(), join(context, 'caddy'));
  await chmod(join(context, 'caddy'), 0o755);
  await podman.addImage(
    name,
    context,
    [
      `FROM ${base}`,
      'COPY caddy /usr/bin/caddy',
      'ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data',
      'VOLUME /config /data',
      'WORKDIR /srv',
      'CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]',
    ].join('\n'),
  );
  await rm(context, { recursive: true, force: true });
}

/** The mounts by which a build reaches the package registry as this machine does. */
export async function registryMounts(folder: string): Promise<readonly string[]> {
  const path = join(folder, 'npmrc');
  const own = await readFile(join(homedir(), '.npmrc'), 'utf8').catch(() => '');
  await mkdir(dirname(path), { recursive: true });
  if (!existsSync(CERTIFICATES)) return [];
  await writeFile(path, `${own}\ncafile=${CERTIFICATES}\nupdate-notifier=false\n`);
  return [
    `--volume=${CERTIFICATES}:${CERTIFICATES}:ro`,
    `--volume=${path}:/root/.npmrc:ro`,
    '--network=host',
  ];
}
