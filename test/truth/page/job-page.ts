import type { AskedJob, JobResult } from './page-jobs.ts';
import type {} from './truth-page.ts';

/** The paths of this page begin with its own: the server knows a page that it gave up. */
const BASE = location.pathname;

async function run({ id, call, argument }: AskedJob): Promise<JobResult> {
  try {
    return { id, result: await window.truth[call](argument as never) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

async function work(): Promise<never> {
  for (;;) {
    const job: AskedJob = await (await fetch(`${BASE}/next`)).json();
    const body = JSON.stringify(await run(job));
    await fetch(`${BASE}/result`, { method: 'POST', body });
  }
}

// never answered: the end of this connection is the end of the page
void fetch(`${BASE}/alive`).then((response) => response.text());
void work();
