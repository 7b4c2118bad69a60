import { CONSOLE_SETTINGS_KEY, type ConsoleSettings } from './console-settings.ts';
import { MODELS_LIST, MODELS_TEXT, modelFile, sitemapFile } from './crawler-files.ts';
import { docsFallback } from './fallback-pages.ts';
import { joinPages, listedPages } from './join-pages.ts';
import { listBuilt } from './read-built.ts';
import { type SiteFacts, serviceFiles } from './service-files.ts';
import { type SiteFile, textFile } from './site-file.ts';

/** The folders of the builds. */
export interface BuiltFolders {
  readonly console: string;
  /** May be missing or empty: then a page says so. */
  readonly docs: string;
}

type FindOutput = (name: string) => string | undefined;

function settingsOf(output: FindOutput, { apiUrl, cdnUrl }: SiteFacts): ConsoleSettings {
  // of an external issuer, by the setting consoleClientId
  const clientId = output('ConsoleClientId') ?? null;
  const issuer = clientId === null ? null : (output('TokenIssuer') ?? null);
  const hasEvents = output('EventBus') !== undefined;
  return { apiUrl, cdnUrl, issuer, clientId, hasEvents, isLocal: false };
}

/** The files for language models, where the docs have their list. */
function modelFiles(docs: readonly SiteFile[], { cdnUrl }: SiteFacts): SiteFile[] {
  const texts = new Map(
    docs.map(({ key, body }) => [key, () => Buffer.from(body).toString()] as const),
  );
  const llms = texts.get(`docs/${MODELS_LIST}`)?.();
  if (llms === undefined) return [];
  const pages = listedPages(llms).map((path) => ({
    path,
    text: texts.get(`docs/${path}`)?.() ?? '',
  }));
  return [
    modelFile(MODELS_LIST, llms, cdnUrl),
    modelFile(MODELS_TEXT, joinPages(llms, pages), cdnUrl),
  ];
}

/** Every file of a stack's site. */
export function siteOfStack(
  output: FindOutput,
  version: string,
  folders: BuiltFolders,
): SiteFile[] {
  const facts = { version, apiUrl: output('BaseUrl') ?? '', cdnUrl: output('CdnUrl') ?? '' };
  const built = [...listBuilt(folders.console, 'console').values()].map((file) => file.read());
  const docs = [...listBuilt(folders.docs, 'docs').values()].map((file) => file.read());
  const forModels = modelFiles(docs, facts);
  const brought = new Set(forModels.map(({ key }) => key));
  return [
    ...serviceFiles(facts).filter(({ key }) => !brought.has(key)),
    ...forModels,
    sitemapFile(
      facts.cdnUrl,
      docs.map(({ key }) => key),
    ),
    ...(docs.length > 0 ? docs : [docsFallback()]),
    textFile(CONSOLE_SETTINGS_KEY, 'application/json', JSON.stringify(settingsOf(output, facts))),
    ...built,
  ];
}
