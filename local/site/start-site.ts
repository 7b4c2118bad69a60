import { CONSOLE_CLIENT } from '../../core/accounts/console-client.ts';
import { withCdnUrl } from '../../lambdas/edge/with-cdn-url.ts';
import { loadEdgeFunction, type RunViewerRequest } from '../cloudfront/edge-function.ts';
import type { PaceClock } from '../http/body-pace.ts';
import { createProblemAnswer } from '../http/problem-answer.ts';
import { SIGN_IN_PATH } from '../identity-provider/issuer-profile.ts';
import type { DocsBuild } from '../program/docs-build.ts';
import type { ServiceProgram } from '../program/service-program.ts';
import { type ActionHandlers, createConsoleActions } from './console-actions.ts';
import { createSite, type Site } from './site.ts';
import { createSiteFiles } from './site-files.ts';

/** An issuer elsewhere, as the console needs it. */
export interface ExternalIssuer {
  readonly issuer: string;
  /** Of the console. */
  readonly clientId: string;
  /** That a browser asks during sign-in; more may be known later. */
  origins(): readonly string[];
}

export interface SiteOptions {
  readonly program: ServiceProgram;
  readonly baseUrl: string;
  /** Of images. */
  readonly cdnUrl: string;
  /** Whether the service's own issuer lets anybody sign in. */
  readonly hasSignIn: boolean;
  /** An issuer in place of the service's own. */
  readonly externalIssuer: ExternalIssuer | undefined;
  /** Whether any account of the service's own door can sign in; undefined: it has no door. */
  readonly hasWayIn?: (() => boolean) | undefined;
  readonly hasEvents: boolean;
  readonly actions: ActionHandlers;
  readonly clock: PaceClock;
  isReady(): Promise<boolean>;
  /** See SiteFilesOptions. */
  readonly docsBuild?: DocsBuild | undefined;
}

function signInOf({ baseUrl, hasSignIn, externalIssuer }: SiteOptions) {
  if (externalIssuer) return { issuer: externalIssuer.issuer, clientId: externalIssuer.clientId };
  if (!hasSignIn) return { issuer: null, clientId: null };
  return { issuer: baseUrl + SIGN_IN_PATH, clientId: CONSOLE_CLIENT.clientId };
}

/** The site of a local service. */
export function startSite(options: SiteOptions): Site {
  const { program, baseUrl, cdnUrl, hasEvents, actions, clock, isReady, docsBuild } = options;
  let run: Promise<RunViewerRequest> | undefined;
  const facts = { version: program.version, apiUrl: baseUrl, cdnUrl };
  return createSite({
    // opened for the first page: a start waits for images and calls alone
    runSiteRequest: async (event) => {
      run ??= program.readSiteFunction().then((code) => loadEdgeFunction(withCdnUrl(code, cdnUrl)));
      return (await run)(event);
    },
    files: createSiteFiles({
      facts,
      buildConsole: program.openConsole,
      docsFolder: program.docsFolder,
      docsBuild,
    }),
    settings: {
      apiUrl: baseUrl,
      cdnUrl,
      ...signInOf(options),
      hasEvents,
    },
    issuerOrigins: options.externalIssuer?.origins,
    hasWayIn: options.hasWayIn,
    actions: createConsoleActions(actions, clock, createProblemAnswer(cdnUrl)),
    isReady,
  });
}
