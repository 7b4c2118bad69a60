import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findNginx } from './nginx.ts';
import { downloadPackage, findPackage, PACKAGES, type PackageOf } from './packages.ts';
import { PEERS_FOLDER } from './peer.ts';
import { PEERS } from './peers.ts';
import { findScorer, SCORER } from './ssimulacra.ts';
import { findWrk } from './wrk.ts';

const VERSIONS = { ipx: '3.1.1', imgproxy: 'v4.0.0', ssimulacra2: '0.5.2' } as const;
/** Seconds until another apt-get of the machine has ended; `update` doesn't wait for itself. */
const WAITING = ['-o', 'DPkg::Lock::Timeout=300'];
const UPDATES = 30;
const PAUSE_SECONDS = '10';
const MODULE = 'github.com/imgproxy/imgproxy/v4';

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  console.log(`${program} ${args.join(' ')}`);
  execFileSync(program, [...args], {
    cwd: PEERS_FOLDER,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Its own package, so that our lockfile has nothing of it. */
function installIpx(): void {
  writeFileSync(join(PEERS_FOLDER, 'package.json'), '{ "private": true }');
  run('npm', ['install', '--no-audit', '--no-fund', '--silent', `ipx@${VERSIONS.ipx}`]);
}

/** Reads the lists of packages, as soon as no other apt-get reads them. */
function updateLists(): void {
  for (let tried = 1; ; tried += 1) {
    try {
      run('apt-get', ['update']);
      return;
    } catch (error) {
      if (tried === UPDATES) throw error;
      execFileSync('sleep', [PAUSE_SECONDS]);
    }
  }
}

function installPackages(...packages: readonly string[]): void {
  if (process.getuid?.() !== 0) throw new Error(`only root can install ${packages.join(' and ')}`);
  updateLists();
  run('apt-get', [...WAITING, 'install', '--yes', '--no-install-recommends', ...packages]);
}

/** Its headers of libvips are Debian's, which only root can install. */
function installImgproxy(): void {
  const folder = join(PEERS_FOLDER, 'imgproxy');
  mkdirSync(folder, { recursive: true });
  // its own module that requires it: `go install` of a version needs the list of all versions
  const require = `require ${MODULE} ${VERSIONS.imgproxy}`;
  writeFileSync(join(folder, 'go.mod'), `module bench\n\ngo 1.24\n\n${require}\n`);
  run('go', ['mod', 'download', '-C', folder, MODULE]); // before libvips, which is large
  if (process.getuid?.() === 0) installPackages('libvips-dev', 'pkg-config');
  const program = join(PEERS_FOLDER, 'bin/imgproxy');
  run('go', ['build', '-C', folder, '-mod=mod', '-buildvcs=false', '-o', program, `${MODULE}/cli`]);
}

/** Debian's load generator, and the server beside a hit. */
function installLoad(): void {
  installPackages('wrk', 'nginx-light');
}

function installScorer(): void {
  const crate = [SCORER, '--version', VERSIONS.ssimulacra2, '--no-default-features'];
  run('cargo', ['install', '--quiet', ...crate, '--root', PEERS_FOLDER]);
}

/** Installs a thing unless it is there; a failure is printed, and its rows say so. */
function tryInstall(name: string, isInstalled: boolean, install: () => void): void {
  if (isInstalled) return;
  try {
    install();
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    console.log(`${name} is not installed: ${reason}`);
  }
}

/**
 * Installs ipx, imgproxy, the program of SSIMULACRA2 and photographs by their package managers. The
 * folder is never committed. Those that are there are left as they are.
 */
export function installPeers(): void {
  if (!existsSync(PEERS_FOLDER)) mkdirSync(PEERS_FOLDER, { recursive: true });
  tryInstall('ipx', PEERS.ipx.findVersion() !== undefined, installIpx);
  tryInstall('imgproxy', PEERS.imgproxy.findVersion() !== undefined, installImgproxy);
  for (const kind of Object.keys(PACKAGES) as PackageOf[]) {
    const isThere = findPackage(kind) !== undefined;
    tryInstall(PACKAGES[kind].name, isThere, () => downloadPackage(kind));
  }
  tryInstall('wrk', findWrk() !== undefined && findNginx() !== undefined, installLoad);
  tryInstall(SCORER, findScorer() !== undefined, installScorer);
}
