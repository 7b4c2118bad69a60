import { CONSOLE_CLIENT } from '../core/accounts/console-client.ts';
import { openSignIn } from './door/open-sign-in.ts';
import type { PaceClock } from './http/body-pace.ts';
import { SIGN_IN_PATH } from './identity-provider/issuer-profile.ts';
import { createDocsBuild } from './program/docs-build.ts';
import type { LocalServiceOptions, ServiceTables } from './service-tables.ts';
import { NO_ACTIONS } from './site/console-actions.ts';
import { type ExternalIssuer, startSite } from './site/start-site.ts';

/** The issuer of a public machine's own accounts, as the console needs it. */
function ownIssuerOf(baseUrl: string): ExternalIssuer {
  const { clientId } = CONSOLE_CLIENT;
  return { issuer: baseUrl + SIGN_IN_PATH, clientId, origins: () => [] };
}

/** The site of the service, and its ways to sign in. */
export function openPages(options: LocalServiceOptions, tables: ServiceTables, clock: PaceClock) {
  const { program, log, hasSignIn = true, hasDoor = false } = options;
  const { dataDir, cdnUrl, baseUrl = cdnUrl, hasEvents } = options.settings;
  const { people, isReady = async () => true } = tables;
  const { openConsole } = program;
  const onFault = log.error;
  const signIn = openSignIn({ dataDir, baseUrl, hasSignIn, hasDoor, people, openConsole, onFault });
  const { door } = signIn;
  const actions = tables.actions?.(signIn.owner) ?? NO_ACTIONS;
  const docsBuild = program.docs && createDocsBuild(program.docs, log);
  const site = startSite({
    program,
    baseUrl,
    cdnUrl,
    hasSignIn,
    externalIssuer: door ? ownIssuerOf(baseUrl) : options.externalIssuer,
    hasWayIn: door?.hasWayIn,
    hasEvents,
    // whoever opened a set-up link is the owner
    actions: door
      ? { ...actions, takeOver: NO_ACTIONS.takeOver, offerTakeOver: NO_ACTIONS.offerTakeOver }
      : actions,
    clock,
    isReady,
    docsBuild,
  });
  return { site, signIn, docsBuild };
}
