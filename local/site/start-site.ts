import { CONSOLE_CLIENT } from '../../core/accounts/console-client.ts';
import { loadEdgeFunction, type RunViewerRequest } from '../cloudfront/edge-function.ts';
import type { PaceClock } from '../http/body-pace.ts';
import { SIGN_IN_PATH } from '../identity-provider/issuer-profile.ts';
import type { ServiceProgram } from '../program/service-program.ts';
import { type ActionHandlers, createConsoleActions } from './console-actions.ts';
import type { DocsBuild } from './docs-build.ts';
import { createSite, type Site } from './site.ts';
import { createSiteFiles } from './site-files.ts';

export interface SiteOptions {
  readonly program: ServiceProgram;
  readonly baseUrl: string;
  /** Whether the service's own issuer lets anybody sign in. */
  readonly hasSignIn: boolean;
  readonly hasEvents: boolean;
  readonly actions: ActionHandlers;
  readonly clock: PaceClock;
  isReady(): Promise<boolean>;
  /** See SiteFilesOptions. */
  readonly docsBuild?: DocsBuild | undefined;
}

/** The site of a local service. */
export function startSite(options: SiteOptions): Site {
  const { program, baseUrl, hasSignIn, hasEvents, actions, clock, isReady, docsBuild } = options;
  let run: RunViewerRequest | undefined;
  const facts = { version: program.version, apiUrl: baseUrl, cdnUrl: baseUrl };
  return createSite({
    // opened for the first page: a start waits for images and calls alone
    runSiteRequest: (event) => {
      run ??= loadEdgeFunction(program.readSiteFunction());
      return run(event);
    },
    files: createSiteFiles({
      facts,
      buildConsole: program.openConsole,
      docsFolder: program.docsFolder,
      docsBuild,
    }),
    settings: {
      apiUrl: baseUrl,
      cdnUrl: baseUrl,
      issuer: hasSignIn ? baseUrl + SIGN_IN_PATH : null,
      clientId: hasSignIn ? CONSOLE_CLIENT.clientId : null,
      hasEvents,
    },
    actions: createConsoleActions(actions, clock),
    isReady,
  });
}
