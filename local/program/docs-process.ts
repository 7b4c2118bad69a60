import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

const BUILDER = 'docs-site/build.ts';
const MAX_REASON_CHARS = 2_000;

/** The builder's own line, and those after it; else the end of all that it printed. */
function reasonOf(printed: string, code: number | null, signal: string | null): string {
  const said = printed.trim();
  const at = said.search(/^docs: /m);
  if (at >= 0) return said.slice(at + 'docs: '.length).slice(0, MAX_REASON_CHARS);
  const end = signal === null ? `code ${code}` : `the signal ${signal}`;
  return `The build ended with ${end}. ${said.slice(-MAX_REASON_CHARS)}`.trimEnd();
}

/**
 * Builds the docs of a checkout in its own process, at the lowest priority. Rejects with the
 * builder's reason; the signal ends the process.
 */
export async function runDocsBuilder(root: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [BUILDER, '--in-background'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  const ended = new Promise<readonly [number | null, string | null]>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code, name) => done([code, name]));
  });
  const [printed, [code, name]] = await Promise.all([text(child.stderr), ended]);
  if (code !== 0) throw new Error(reasonOf(printed, code, name));
}
