import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process as the system lists it. */
interface Ancestor {
  readonly pid: number;
  readonly parentPid: number;
  readonly command: string;
}

const POLL_MS = 1_000;
/** npm, a shell, and our launcher below it. */
const MAX_ANCESTORS = 4;
const RUNNER = /(^|[\\/\s"])(npm|npx|pnpm|yarn)(-cli)?(\.c?js|\.cmd)?("|\s|$)/i;
/** The programs that a runner puts between itself and this process. */
const BETWEEN = /^"?(\S*[\\/])?(sh|bash|dash|zsh|ash|cmd(\.exe)?)"?(\s|$)|imagewell\.js"?(\s|$)/i;

const run = promisify(execFile);

async function readOnLinux(pid: number): Promise<Ancestor> {
  const [stat, command] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'latin1'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
  ]);
  // the name in brackets may hold anything: state and parent follow its last bracket
  const [, parentPid = '0'] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, parentPid: Number(parentPid), command: command.replaceAll('\0', ' ').trim() };
}

async function readOnWindows(pid: number): Promise<Ancestor> {
  const query = `$p = Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}'; "$($p.ParentProcessId) $($p.CommandLine)"`;
  const { stdout } = await run('powershell.exe', ['-NoProfile', '-Command', query]);
  const [, parentPid = '0', command = ''] = /^\s*(\d+) (.*)/.exec(stdout) ?? [];
  return { pid, parentPid: Number(parentPid), command };
}

async function readByPs(pid: number): Promise<Ancestor> {
  const { stdout } = await run('ps', ['-o', 'ppid=,args=', '-p', String(pid)]);
  const [, parentPid = '0', command = ''] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
  return { pid, parentPid: Number(parentPid), command };
}

function readAncestor(pid: number): Promise<Ancestor> {
  if (process.platform === 'linux') return readOnLinux(pid);
  return process.platform === 'win32' ? readOnWindows(pid) : readByPs(pid);
}

/** From our parent up to the npm that started us; nothing where it was another program. */
async function findNpm(): Promise<readonly Ancestor[]> {
  const found: Ancestor[] = [];
  for (let pid = process.ppid; pid > 1 && found.length < MAX_ANCESTORS; ) {
    const ancestor = await readAncestor(pid);
    found.push(ancestor);
    // first: a shell's command line may name npm, too
    if (BETWEEN.test(ancestor.command)) pid = ancestor.parentPid;
    else return RUNNER.test(ancestor.command) ? found : [];
  }
  return [];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * A killed npm whose parent has not waited for it yet still has its number, but no child any more.
 */
async function isGone(ancestors: readonly Ancestor[], parentPid: number): Promise<boolean> {
  if (process.ppid !== parentPid || !ancestors.every(({ pid }) => isAlive(pid))) return true;
  if (process.platform !== 'linux') return false;
  for (const { pid, parentPid: before } of ancestors.slice(0, -1)) {
    const now = await readOnLinux(pid).catch(() => undefined);
    if (now?.parentPid !== before) return true;
  }
  return false;
}

/**
 * Calls once when the npm that started this process is gone (local.ends-with-npm). npm passes a
 * signal on to its shell alone, and a kill to no process: the service would keep its port and
 * folder. A process that another program started is left alone, whatever its environment says.
 */
export async function onNpmGone(
  call: () => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (env.npm_lifecycle_event === undefined && env.npm_command === undefined) return;
  const parentPid = process.ppid;
  const ancestors = await findNpm().catch(() => []); // it is gone already, or nothing tells
  if (process.ppid !== parentPid) return call();
  if (ancestors.length === 0) return;
  let isPolling = false;
  const poll = async (): Promise<void> => {
    if (isPolling) return;
    isPolling = true;
    if (await isGone(ancestors, parentPid)) {
      clearInterval(timer);
      call();
    }
    isPolling = false;
  };
  const timer = setInterval(() => void poll(), POLL_MS);
  timer.unref();
}
