import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONSOLE_CLIENT } from '../../core/accounts/console-client.ts';
import { buildSiteFunction } from '../../lambdas/edge/build-edge-function.ts';
import { loadEdgeFunction, type RunViewerRequest } from '../cloudfront/edge-function.ts';
import type { PaceClock } from '../http/body-pace.ts';
import { SIGN_IN_PATH } from '../identity-provider/issuer-profile.ts';
import { type ActionHandlers, createConsoleActions } from './console-actions.ts';
import type { DocsBuild } from './docs-build.ts';
import { createSite, type Site } from './site.ts';
import { createSiteFiles } from './site-files.ts';

export interface SiteOptions {
  readonly root: string;
  readonly baseUrl: string;
  /** Whether the service's own issuer lets anybody sign in. */
  readonly hasSignIn: boolean;
  readonly hasEvents: boolean;
  readonly actions: ActionHandlers;
  readonly clock: PaceClock;
  /** See SiteFilesOptions. */
  buildConsole(): Promise<string | undefined>;
  isReady(): Promise<boolean>;
  /** See SiteFilesOptions. */
  readonly docsBuild?: DocsBuild | undefined;
}

function readVersion(root: string): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** The site of a local service; its viewer-request function is built from the sources. */
export function startSite(options: SiteOptions): Site {
  const { root, baseUrl, hasSignIn, hasEvents, buildConsole, actions, clock, isReady, docsBuild } =
    options;
  let run: RunViewerRequest | undefined;
  const facts = { version: readVersion(root), apiUrl: baseUrl, cdnUrl: baseUrl };
  return createSite({
    // built for the first page: a start waits for images and calls alone
    runSiteRequest: (event) => {
      run ??= loadEdgeFunction(buildSiteFunction(root));
      return run(event);
    },
    files: createSiteFiles({
      facts,
      buildConsole,
      docsFolder: join(root, '.build/docs'),
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
