import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a Firefox may stand. */
const FIREFOXES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The settings of a fresh profile, in place of a user's own. */
const SETTINGS = {
  // the screen has the colours of sRGB; images without a profile are left alone, as by default
  'gfx.color_management.force_srgb': true,
  'gfx.color_management.mode': 2,
  // a canvas gives its own pixels
  'privacy.resistFingerprinting': false,
  'privacy.fingerprintingProtection': false,
  'privacy.fingerprintingProtection.pbmode': false,
  'layout.css.devPixelsPerPx': '1',
  // a comparison takes seconds of a script
  'dom.max_script_run_time': 0,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'browser.cache.disk.enable': false,
  // nothing but the page that is asked for
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.newtabpage.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.systemAddon.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.startup.max_resumed_crashes': -1,
  'toolkit.telemetry.enabled': false,
} as const satisfies Readonly<Record<string, boolean | number | string>>;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** A browser that shows a page. */
export interface Started {
  /** Resolves when the browser ends, for whatever reason. */
  readonly ended: Promise<void>;
  /** Resolves when all its processes and its profile are gone. */
  stop(): Promise<void>;
}

/** The path of the installed Firefox; throws where there is none. */
export function findFirefox(): string {
  const path = FIREFOXES.find((one) => existsSync(one));
  if (path === undefined) throw new Error(`none of ${FIREFOXES.join(', ')}`);
  return path;
}

/** The version, as `153.7.0esr`. */
export const versionOf = (firefox: string) =>
  execFileSync(firefox, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1) ?? '';

function makeProfile(): string {
  const profile = mkdtempSync(join(tmpdir(), 'imagewell-firefox-'));
  const rows = Object.entries(SETTINGS).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), rows.join(''));
  return profile;
}

/** Ends a browser and the processes that it has started: they are a group. */
function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // all of them have ended
  }
}

/** Starts a headless Firefox with a fresh profile. */
export function startFirefox(firefox: string, url: string): Started {
  const profile = makeProfile();
  const args = ['--headless', '--no-remote', '--profile', profile, url];
  // a group of processes, which one signal ends
  const child = spawn(firefox, args, { stdio: 'ignore', detached: true });
  const ended = new Promise<void>((done) => {
    child.on('exit', () => done());
    child.on('error', () => done());
  });
  // a signal ends this process without its event, and the browser is in a group for itself
  const onExit = () => kill(child);
  const onSignal = () => process.exit(1);
  process.on('exit', onExit);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    ended,
    stop: async () => {
      kill(child);
      await ended;
      process.off('exit', onExit);
      for (const signal of SIGNALS) process.off(signal, onSignal);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
