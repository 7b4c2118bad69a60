import type { Log } from '../../core/ports/log.ts';
import { findIssuer, type IssuerSettings } from './find-issuer.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Asks for the discovery document of an issuer that was silent at the start, until it is found.
 * The answer has the origins that a browser asks during sign-in, as far as they are known by then.
 */
export function seekIssuer(
  settings: IssuerSettings,
  log: Log,
  firstPauseMs = FIRST_PAUSE_MS,
): () => readonly string[] {
  let origins: readonly string[] = [new URL(settings.issuer).origin];
  let logged = '';
  const seek = async (pauseMs: number): Promise<void> => {
    try {
      const found = await findIssuer(settings);
      origins = found.origins;
      log.info('token issuer found', { issuer: found.issuer });
    } catch (error) {
      const { message: reason } = error as Error;
      if (reason !== logged) log.warn('token issuer not found', { reason });
      logged = reason;
      wait(Math.min(pauseMs * 2, LONGEST_PAUSE_MS));
    }
  };
  const wait = (pauseMs: number) => void setTimeout(() => void seek(pauseMs), pauseMs).unref();
  wait(firstPauseMs);
  return () => origins;
}
