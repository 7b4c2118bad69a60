import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServedImages, serveImages } from '../oracle/serve-images.ts';
import type { AskedJob } from '../page/page-jobs.ts';
import { createJobServer, type JobServer } from './job-server.ts';
import { openLastingPage } from './open-firefox.ts';
import type { Started } from './start-firefox.ts';

/** Longer than a busy machine needs for a request to itself. */
const PATIENT_MS = 60_000;

/** The answer of a browser to a job, or its end. */
type Work = (job: AskedJob) => object | 'hangs' | 'dies' | 'loses its page';

/** A browser without pixels, which speaks as `job-page.ts` does. */
function startFake(url: string, work: Work): Started {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const lifetime = new AbortController();
  const { signal } = lifetime;
  const live = async () => {
    void fetch(`${url}/alive`, { signal })
      .then((response) => response.text())
      .catch(() => undefined);
    for (;;) {
      const job = (await (await fetch(`${url}/next`, { signal })).json()) as AskedJob;
      const done = work(job);
      if (done === 'hangs') return;
      if (done === 'loses its page') return lifetime.abort();
      if (done === 'dies') return end();
      await fetch(`${url}/result`, { method: 'POST', body: JSON.stringify(done), signal });
    }
  };
  live().catch(() => undefined);
  return {
    ended,
    stop: async () => {
      lifetime.abort();
      end();
    },
  };
}

describe('a page of Firefox', () => {
  let jobs: JobServer;
  let images: ServedImages;
  let started: string[];
  beforeEach(async () => {
    jobs = createJobServer('"a script"');
    images = await serveImages(jobs.answers);
    started = [];
  });
  afterEach(() => images.close());

  const open = (work: Work, more: { answerMs?: number; callsPerBrowser?: number } = {}) =>
    openLastingPage({
      jobs,
      start: (path) => {
        started.push(path);
        return startFake(images.url + path, work);
      },
      answerMs: PATIENT_MS,
      callsPerBrowser: 1000,
      ...more,
    });
  const echo: Work = ({ id, call, argument }) => {
    return { id, result: [call, argument] };
  };

  it('has the script, and the images beside it', async () => {
    const page = await fetch(images.url + jobs.nextPage());
    expect(await page.text()).toContain('<script>"a script"</script>');
    const sent = images.add(Buffer.from('bytes'), 'image/png');
    expect(await (await fetch(sent.url)).text()).toBe('bytes');
  });

  it('answers one call after the other, in one browser', async () => {
    const page = open(echo);
    expect(await page.ask('show', { url: '/1' })).toEqual(['show', { url: '/1' }]);
    expect(await page.ask('compare', {})).toEqual(['compare', {}]);
    expect(started).toEqual(['/page-1']);
    await page.close();
  });

  it('answers undefined where the browser shows nothing', async () => {
    const page = open(({ id }) => ({ id }));
    expect(await page.ask('show', {})).toBeUndefined();
    await page.close();
  });

  it.each([
    ['dies', 'the browser has ended'],
    ['loses its page', 'the page has ended'],
  ] as const)('rejects a call whose browser %s twice, and starts another', async (fate, reason) => {
    const page = open((job) => (job.call === 'compare' ? fate : echo(job)));
    await expect(page.ask('compare', {})).rejects.toThrow(reason);
    expect(await page.ask('show', 1)).toEqual(['show', 1]);
    expect(started).toEqual(['/page-1', '/page-2', '/page-3']);
    await page.close();
  });

  it('repeats a call whose browser dies once: the file is not at fault', async () => {
    const page = open((job) => (started.length === 1 ? 'dies' : echo(job)));
    expect(await page.ask('compare', 1)).toEqual(['compare', 1]);
    expect(started).toEqual(['/page-1', '/page-2']);
    await page.close();
  });

  it('rejects the call of a browser that hangs, and starts another', async () => {
    const hanging = open(() => 'hangs', { answerMs: 1 });
    await expect(hanging.ask('compare', {})).rejects.toThrow('the browser does not answer');
    const page = open(echo);
    expect(await page.ask('show', 1)).toEqual(['show', 1]);
    expect(started).toEqual(['/page-1', '/page-2']);
    await page.close();
  });

  it('rejects with the error of the page', async () => {
    const page = open(({ id }) => ({ id, error: 'Error: no canvas' }));
    await expect(page.ask('compare', {})).rejects.toThrow('no canvas');
    await page.close();
  });

  it('refuses all that a page sends after it was given up', async () => {
    const [old, next] = [jobs.nextPage(), jobs.nextPage()];
    const answer = jobs.ask('show', 1);
    const body = JSON.stringify({ id: 1, result: 'late' });
    const late = await fetch(`${images.url}${old}/result`, { method: 'POST', body });
    expect(late.status).toBe(410);
    for (const result of [
      { id: 7, result: 'of no call' },
      { id: 1, result: 'right' },
    ]) {
      const own = JSON.stringify(result);
      await fetch(`${images.url}${next}/result`, { method: 'POST', body: own });
    }
    expect(await answer).toBe('right');
  });

  it('has a fresh browser after so many calls', async () => {
    const page = open(echo, { callsPerBrowser: 2 });
    for (let call = 0; call < 5; call += 1) await page.ask('show', call);
    expect(started).toEqual(['/page-1', '/page-2', '/page-3']);
    await page.close();
  });
});
