import type { IncomingMessage } from 'node:http';
import { READY_PATH } from '../../core/foundation/ready-path.ts';
import { READY_BODY, STORES_BUSY } from '../../core/use-cases/delivery/check-stores.ts';
import { namesEntityTag } from '../../core/use-cases/delivery/deliver-image.ts';
import { CONSOLE_SETTINGS_KEY, type ConsoleSettings } from '../../site/console-settings.ts';
import { unbuiltPage } from '../../site/fallback-pages.ts';
import { CACHE_CONTROL, type SiteFile, textFile } from '../../site/site-file.ts';
import { areaOf, type SiteArea, siteHeaders } from '../../site/site-headers.ts';
import { sitePatternOf } from '../../site/site-paths.ts';
import {
  answerOfEdgeFunction,
  isEdgeResponse,
  type RunViewerRequest,
} from '../cloudfront/edge-function.ts';
import { parseEdgeEvent } from '../cloudfront/parse-edge-event.ts';
import { forwardedOf } from '../http/forwarded.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import { isOfThisMachine } from '../http/of-this-machine.ts';
import { createProblemAnswer, type ProblemAnswer } from '../http/problem-answer.ts';
import type { RoutedAnswer } from '../http/routed-answer.ts';
import { type ConsoleActions, consoleActionOf } from './console-actions.ts';
import { type ServedFile, type SiteFiles, servedFile, type UnbuiltDocs } from './site-files.ts';

export interface SiteParts {
  /** The viewer-request function of the site. */
  runSiteRequest(
    event: Parameters<RunViewerRequest>[0],
  ): ReturnType<RunViewerRequest> | Promise<ReturnType<RunViewerRequest>>;
  readonly files: SiteFiles;
  readonly settings: Omit<ConsoleSettings, 'isLocal'>;
  /** Of an issuer elsewhere; undefined: the issuer is the service's own, for this machine alone. */
  readonly issuerOrigins?: (() => readonly string[]) | undefined;
  /** Whether any account of the service's own door can sign in; undefined: it has no door. */
  readonly hasWayIn?: (() => boolean) | undefined;
  readonly actions: ConsoleActions;
  /** Whether the stores answer; rejects or answers false where they don't. */
  isReady(): Promise<boolean>;
}

const NOTHING = new Uint8Array();
/** How long a page waits before it asks again for docs that are being built. */
const DOCS_WAIT_SECONDS = '4';

/** Whether a trusted proxy was asked by another scheme or under another host. */
function isAskedElsewhere(request: IncomingMessage, base: URL): boolean {
  const { proto, host } = forwardedOf(request);
  const isOtherScheme = proto !== undefined && `${proto}:` !== base.protocol;
  if (host === undefined) return isOtherScheme;
  return isOtherScheme || URL.parse(`${base.protocol}//${host}`)?.host !== base.host;
}

/** The address of the service: a page under another name or scheme is led there, to one origin. */
function redirectOf(request: IncomingMessage, baseUrl: string): string | undefined {
  const { headers, url = '/' } = request;
  if (!URL.canParse(baseUrl) || !headers.accept?.includes('text/html')) return undefined;
  const base = new URL(baseUrl);
  if (isAskedElsewhere(request, base)) return base.origin + url;
  if (!isOfThisMachine(request)) return undefined;
  const isOther = headers.host !== base.host && headers.host?.endsWith(`:${base.port}`);
  return isOther ? base.origin + url : undefined;
}

function answerFile(
  { headers: asked, method }: IncomingMessage,
  file: ServedFile,
  securityHeaders: Readonly<Record<string, string>>,
): HttpAnswer {
  const { etag, contentType, life, body } = file;
  const headers = {
    ...securityHeaders,
    etag,
    'cache-control': CACHE_CONTROL[life],
    vary: 'Accept',
  };
  if (namesEntityTag(asked['if-none-match'], etag)) {
    return { statusCode: 304, headers, body: NOTHING };
  }
  const typed = { ...headers, 'content-type': contentType };
  const length = { 'content-length': String(body.length) };
  return {
    statusCode: 200,
    headers: { ...typed, ...length },
    body: method === 'HEAD' ? NOTHING : body,
  };
}

const originsOf = (urls: readonly string[]) =>
  urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : []));

/** The parts, with the answers and headers that they decide. */
interface OpenSite extends SiteParts {
  readonly problemAnswer: ProblemAnswer;
  headersOf(area: SiteArea): Readonly<Record<string, string>>;
}

function openSite(parts: SiteParts): OpenSite {
  const { apiUrl, cdnUrl } = parts.settings;
  const own = originsOf([apiUrl, cdnUrl]);
  return {
    ...parts,
    problemAnswer: createProblemAnswer(cdnUrl),
    // a silent issuer has more origins as soon as it is found
    headersOf: (area) =>
      siteHeaders({ connect: [...own, ...(parts.issuerOrigins?.() ?? [])], images: own })[area],
  };
}

async function answerReady(
  { isReady, problemAnswer }: OpenSite,
  requestId: string,
): Promise<HttpAnswer> {
  const isUp = await isReady().catch(() => false);
  if (!isUp) return problemAnswer('busy', requestId, STORES_BUSY);
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' };
  return { statusCode: 200, headers, body: Buffer.from(READY_BODY) };
}

function settingsFile(
  { settings, issuerOrigins, hasWayIn }: SiteParts,
  request: IncomingMessage,
): SiteFile {
  // a public address is one from this machine, too: it has no take-over
  const isLocal = isOfThisMachine(request) && hasWayIn === undefined;
  // the development issuer is there for this machine alone
  const here: ConsoleSettings =
    isLocal || issuerOrigins
      ? { ...settings, isLocal }
      : { ...settings, issuer: null, clientId: null, isLocal };
  const reported = hasWayIn ? { ...here, hasWayIn: hasWayIn() } : here;
  return textFile(CONSOLE_SETTINGS_KEY, 'application/json', JSON.stringify(reported));
}

/** Docs bring their own page for what isn't there. */
async function answerMissing(
  { files, headersOf, problemAnswer }: OpenSite,
  request: IncomingMessage,
  requestId: string,
  key: string,
): Promise<HttpAnswer> {
  const isPage = areaOf(key) === 'docs' && request.headers.accept?.includes('text/html');
  const page = isPage ? await files.find('docs/404.html') : undefined;
  if (!page) return problemAnswer('route_not_found', requestId);
  const { statusCode: _, ...rest } = answerFile(request, page, headersOf('docs'));
  return { statusCode: 404, ...rest };
}

/** The page without the look of the site; a program gets the time after which it may ask again. */
async function answerUnbuilt(
  { files, headersOf, problemAnswer }: OpenSite,
  request: IncomingMessage,
  requestId: string,
  { path, page, state }: UnbuiltDocs,
): Promise<HttpAnswer> {
  const isFailed = state.kind === 'failed';
  if (!request.headers.accept?.includes('text/html')) {
    const wait = isFailed ? '60' : DOCS_WAIT_SECONDS;
    const built = isFailed ? 'could not be built' : 'are being built';
    const detail = `The docs ${built}; each page is there as Markdown, its address ending with .md.`;
    return problemAnswer('busy', requestId, { detail, headers: { 'Retry-After': wait } });
  }
  // a reason may name the folders of this machine
  const shown = isOfThisMachine(request) ? state.reason : 'The log of the service has the reason.';
  const reason = state.reason === undefined ? undefined : shown;
  const body = Buffer.from(unbuiltPage({ path, page, pages: await files.listPages(), reason }));
  return {
    statusCode: 200,
    headers: {
      ...headersOf('pages'),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(body.length),
    },
    body: request.method === 'HEAD' ? NOTHING : body,
  };
}

async function answerPath(
  site: OpenSite,
  request: IncomingMessage,
  requestId: string,
  path: string,
): Promise<HttpAnswer> {
  const { files, headersOf } = site;
  const { method = 'GET', rawHeaders } = request;
  const { address: ip } = forwardedOf(request);
  const event = parseEdgeEvent({ method, rawUrl: path, rawHeaders, ip, requestId });
  const made = await site.runSiteRequest(event);
  if (isEdgeResponse(made)) return answerOfEdgeFunction(made);
  const key = made.uri.slice(1);
  if (key === CONSOLE_SETTINGS_KEY) {
    return answerFile(request, servedFile(settingsFile(site, request)), headersOf('console'));
  }
  const file = await files.find(key);
  if (!file) {
    const unbuilt = await files.awaitDocs(key);
    if (unbuilt) return answerUnbuilt(site, request, requestId, unbuilt);
    return answerMissing(site, request, requestId, key);
  }
  return answerFile(request, file, headersOf(file.isFallback ? 'pages' : areaOf(key)));
}

/** The pages and files of the service, the same as behind the distribution. */
export function createSite(parts: SiteParts) {
  const site = openSite(parts);
  return {
    /** Undefined: the path isn't the site's. */
    answer(request: IncomingMessage, requestId: string): Promise<RoutedAnswer> | undefined {
      const { url = '/', method = 'GET' } = request;
      const [path = '/'] = url.split('?', 1);
      const action = consoleActionOf(request, path);
      if (action) {
        const answered = parts.actions.run(action, request, requestId);
        return answered.then((made) => ({ ...made, route: path }));
      }
      if (path !== READY_PATH && sitePatternOf(path) === undefined) return undefined;
      request.resume();
      // never the path itself: it may hold anything
      const route = sitePatternOf(path) ?? READY_PATH;
      const location = redirectOf(request, parts.settings.apiUrl);
      if (location !== undefined) {
        const headers = { location, 'cache-control': 'no-store', 'content-length': '0' };
        return Promise.resolve({ statusCode: 307, headers, body: NOTHING, route });
      }
      const isReadable = method === 'GET' || method === 'HEAD';
      const answered =
        path === READY_PATH && isReadable
          ? answerReady(site, requestId)
          : answerPath(site, request, requestId, path);
      return answered.then((made) => ({ ...made, route }));
    },
  };
}

/** See createSite. */
export type Site = ReturnType<typeof createSite>;
