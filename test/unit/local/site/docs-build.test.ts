import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildSiteFunction } from '../../../../lambdas/edge/build-edge-function.ts';
import { loadEdgeFunction } from '../../../../local/cloudfront/edge-function.ts';
import { MACHINE_CLOCK } from '../../../../local/http/body-pace.ts';
import { createProblemAnswer } from '../../../../local/http/problem-answer.ts';
import { createDocsBuild, type DocsBuild } from '../../../../local/program/docs-build.ts';
import { runDocsBuilder } from '../../../../local/program/docs-process.ts';
import { createConsoleActions, NO_ACTIONS } from '../../../../local/site/console-actions.ts';
import { createSite } from '../../../../local/site/site.ts';
import { createSiteFiles } from '../../../../local/site/site-files.ts';

const BROWSER = { Accept: 'text/html' };
const PAGES = [{ path: 'index.md', label: 'What it is' }];
const TEXTS: Readonly<Record<string, string>> = {
  'index.md': '# What it is',
  'llms.txt': '- [What it is](/docs/index.md)',
};
const runSiteRequest = loadEdgeFunction(buildSiteFunction(process.cwd()));

let folder: string;
let server: Server;
let url: string;
let nowMs: number;
let docs: DocsBuild;
/** The builds so far; a test ends each as it likes. */
let builds: { readonly signal: AbortSignal; done(): void; fail(reason: string): void }[];
let errors: string[];

/** Another start over the same folder. */
function start(): void {
  builds = [];
  errors = [];
  docs = createDocsBuild(
    {
      build: (signal) =>
        new Promise((done, fail) => {
          builds.push({ signal, done, fail: (reason) => fail(new Error(reason)) });
        }),
      listPages: async () => PAGES,
      readPage: async (path) => TEXTS[path],
      renderPage: async (path) =>
        path === 'index.md' ? { title: 'Home', html: '<h1>What it is</h1>' } : undefined,
    },
    { info: () => {}, warn: () => {}, error: (line) => errors.push(line) },
    () => nowMs,
  );
  const facts = { version: '1.0.0', apiUrl: url, cdnUrl: url };
  const site = createSite({
    runSiteRequest,
    files: createSiteFiles({
      facts,
      buildConsole: async () => undefined,
      docsFolder: join(folder, 'docs'),
      docsBuild: docs,
    }),
    settings: { apiUrl: url, cdnUrl: url, hasEvents: false, issuer: null, clientId: null },
    actions: createConsoleActions(NO_ACTIONS, MACHINE_CLOCK, createProblemAnswer(url)),
    isReady: async () => true,
  });
  server.removeAllListeners('request');
  server.on('request', async (request, response) => {
    const answer = await site.answer(request, 'r-1');
    const body = answer && 'body' in answer ? answer.body : '';
    const headers = Object.entries(answer?.headers ?? {});
    for (const [name, value] of headers) response.setHeader(name, value);
    response.writeHead(answer?.statusCode ?? 404).end(body);
  });
}

async function writeSite(text: string): Promise<void> {
  await mkdir(join(folder, 'docs'), { recursive: true });
  await writeFile(join(folder, 'docs/index.html'), text);
}

async function open(path: string, headers: Record<string, string> = BROWSER) {
  const response = await fetch(url + path, { headers, redirect: 'manual' });
  return { response, text: await response.text() };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imagewell-docs-build-'));
  server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  nowMs = 1_000_000;
  start();
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

describe('the docs of the local service (site.docs-build)', () => {
  it('cost nothing before the first request for one of their pages', async () => {
    const others = ['/', '/healthz', '/readyz', '/problems/busy', '/openapi.json', '/llms.txt'];
    for (const path of others) expect((await open(path)).response.status, path).toBe(200);
    for (const path of ['/docs/none.html', '/docs/assets/a.js', '/docs/..%2f', '/docs/none.md']) {
      expect((await open(path)).response.status, path).toBe(404);
    }
    expect(builds).toHaveLength(0);
  });

  it('are built once however many ask, and each page is there meanwhile, and says so', async () => {
    const pages = await Promise.all([open('/docs/'), open('/docs/index.html'), open('/docs/')]);
    for (const { response, text } of pages) {
      // a page that is read doesn't change under a reader
      expect([response.status, response.headers.get('refresh')]).toEqual([200, null]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('being built');
      expect(text).toContain('<h1>What it is</h1>');
      expect(text).toContain('<a href="/docs/index.html">What it is</a>');
    }
    expect(builds).toHaveLength(1);
  });

  it('tell a program to come back, and have each page as Markdown immediately', async () => {
    const { response, text } = await open('/docs/index.html', { Accept: '*/*' });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '4']);
    expect(JSON.parse(text)).toMatchObject({ code: 'busy' });
    const markdown = await open('/docs/index.md', { Accept: '*/*' });
    expect([markdown.response.status, markdown.text]).toEqual([200, '# What it is']);
  });

  it('are named to models and crawlers by whole addresses before a build and after it', async () => {
    expect((await open('/llms.txt')).text).toBe(`- [What it is](${url}/docs/index.md)`);
    expect((await open('/llms-full.txt')).text).toContain(
      `Source: ${url}/docs/index.md\n\n# What it is`,
    );
    expect((await open('/sitemap.xml')).text).toContain(`<loc>${url}/docs/</loc>`);
    await writeSite('<h1>built</h1>');
    await writeFile(join(folder, 'docs/llms.txt'), '[Built](/docs/index.md)');
    await writeFile(join(folder, 'docs/start.html'), '');
    start();
    expect((await open('/llms.txt')).text).toBe(`[Built](${url}/docs/index.md)`);
    const { response, text } = await open('/sitemap.xml');
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(text).toContain(`<loc>${url}/docs/start.html</loc>`);
  });

  it('open as soon as they are built, and immediately after the next start', async () => {
    await open('/docs/');
    await writeSite('<h1>built</h1>');
    builds[0]?.done();
    await expect.poll(async () => (await open('/docs/')).text).toBe('<h1>built</h1>');
    expect(builds).toHaveLength(1);
    start();
    const { response, text } = await open('/docs/');
    expect([response.headers.get('refresh'), text]).toEqual([null, '<h1>built</h1>']);
    // whether the sources changed since is looked at beside it
    expect(builds).toHaveLength(1);
    await writeSite('<h1>built again</h1>');
    await expect.poll(async () => (await open('/docs/')).text).toBe('<h1>built again</h1>');
  });

  it('show the reason of a failure beside the page, and try again after a minute', async () => {
    await open('/docs/');
    builds[0]?.fail('EROFS: read-only file system');
    await expect.poll(() => docs.state.kind).toBe('failed');
    const { response, text } = await open('/docs/');
    expect([response.status, response.headers.get('refresh')]).toEqual([200, null]);
    expect(text).toContain('EROFS: read-only file system');
    expect(text).toContain('<h1>What it is</h1>');
    const other = await open('/docs/', { ...BROWSER, 'X-Forwarded-For': '203.0.113.7' });
    expect(other.text).not.toContain('EROFS');
    expect(other.text).toContain('The log of the service has the reason.');
    expect(errors).toEqual(['the docs were not built: EROFS: read-only file system']);
    expect(builds).toHaveLength(1);
    nowMs += 60_000;
    expect((await open('/docs/')).text).toContain('being built');
    expect(builds).toHaveLength(2);
  });

  it('end their build with the service, which then begins none', async () => {
    await open('/docs/');
    docs.stop();
    expect(builds[0]?.signal.aborted).toBe(true);
    builds[0]?.fail('aborted');
    await expect.poll(() => docs.state.kind).toBe('failed');
    nowMs += 60_000;
    await open('/docs/');
    expect([builds.length, errors]).toEqual([1, []]);
  });
});

describe('the builder of the docs', () => {
  const builderThat = async (code: string) => {
    await mkdir(join(folder, 'docs-site'));
    await writeFile(join(folder, 'docs-site/build.ts'), code);
  };
  const never = new AbortController().signal;

  it('runs in its own process, in the background', async () => {
    await builderThat('process.exit(process.argv.includes("--in-background") ? 0 : 1)');
    await expect(runDocsBuilder(folder, never)).resolves.toBeUndefined();
  });

  it('rejects with its own reason, without the noise before it', async () => {
    await builderThat('console.error("noise\\ndocs: no room\\nat all"); process.exit(1)');
    await expect(runDocsBuilder(folder, never)).rejects.toThrow(/^no room\nat all$/);
  });

  it('rejects where it is killed, and where there is none', async () => {
    await expect(runDocsBuilder(folder, never)).rejects.toThrow('The build ended with code 1.');
    await builderThat('process.kill(process.pid, "SIGKILL"); setTimeout(() => {}, 60_000)');
    await expect(runDocsBuilder(folder, never)).rejects.toThrow('the signal SIGKILL');
  });

  it('ends by the signal of the service', async () => {
    await builderThat('setTimeout(() => {}, 60_000)');
    const stopping = new AbortController();
    const running = runDocsBuilder(folder, stopping.signal);
    stopping.abort();
    await expect(running).rejects.toThrow();
  });
});
