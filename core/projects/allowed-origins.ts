import type { FindFaults } from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import type { FieldFault } from '../foundation/service-error.ts';

/** The list of the default project (accounts.first-sign-in). */
export const LOCAL_DEVELOPMENT_ORIGIN = 'http://localhost:*';

/** Origins of the pages inside of apps, by the frameworks Capacitor, Ionic and Tauri. */
const APP_ORIGINS = ['capacitor://localhost', 'ionic://localhost', 'tauri://localhost'];

/** The text that one `*` of a list matches: never a dot, so never two levels. */
const ONE_LABEL = /^[a-z0-9_-]+$/;
const LOCALHOST = /^http:\/\/localhost(?::([1-9]\d{0,4}))?$/;
const MAX_PORT = 65_535;
const WILDCARD = /^https:\/\/\*(\..+)$/;

function matches(origin: string, allowed: string): boolean {
  if (allowed === LOCAL_DEVELOPMENT_ORIGIN) {
    const local = LOCALHOST.exec(origin);
    return local !== null && Number(local[1] ?? 0) <= MAX_PORT;
  }
  const [, rest] = WILDCARD.exec(allowed) ?? [];
  if (rest === undefined) return origin === allowed;
  if (!origin.startsWith('https://') || !origin.endsWith(rest)) return false;
  return ONE_LABEL.test(origin.slice('https://'.length, -rest.length));
}

/**
 * Whether the value of an Origin header is on a project's list: exactly, by any port of localhost,
 * or one level of subdomain.
 */
export function isAllowedOrigin(origin: string, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.some((allowed) => matches(origin, allowed));
}

const STARS =
  'A * may only replace the first label, as in https://*.example.com, or the port of http://localhost:*.';
const NO_PORT = 'The port of an origin must be from 1 to 65535.';

/**
 * The fault of a text that should be a page's origin, if any: browsers send each origin in one
 * spelling, and only that can match.
 */
function findSpellingFault(text: string): string | undefined {
  if (!URL.canParse(text)) {
    return /:\d{5,}\/?$/.test(text)
      ? NO_PORT
      : 'A web origin must have the form https://app.example.com.';
  }
  const url = new URL(text);
  if (url.port === '0') return NO_PORT;
  if (url.origin === text) return undefined;
  if (url.username || url.password)
    return `Use ${url.origin}: a web origin must not have a user name or password.`;
  if (url.pathname !== '/' || url.search || url.hash) {
    return `Use ${url.origin}: a web origin must not have a path, query or fragment.`;
  }
  return `Use ${url.origin}: browsers send this origin in that form.`;
}

/**
 * Under these suffixes everyone can register a name: `co.uk` and the like by their form; a complete
 * list of them is not kept here.
 */
const OPEN_TO_ALL = /^(ac|co|com|edu|go|gov|gr|mil|ne|net|or|org)\.[a-z]{2}$/;

/** The same for the text after `https://*.`. */
function findWildcardFault(rest: string): string | undefined {
  if (rest.includes('*')) return STARS;
  const spelling = findSpellingFault(`https://any.${rest}`);
  if (spelling) return spelling.replace('https://any.', 'https://*.');
  const [host = ''] = rest.split(':');
  const labels = host.split('.');
  if (labels.length < 2 || labels.includes('') || OPEN_TO_ALL.test(host)) {
    return 'A * must be a subdomain of your own domain, as in https://*.example.com.';
  }
  return undefined;
}

/**
 * The fault of an entry of the list, if any. Allowed are web origins as browsers send them, those
 * of apps, any port of localhost, and one level of subdomain.
 */
function findOriginFault(text: string): string | undefined {
  if (text === LOCAL_DEVELOPMENT_ORIGIN || APP_ORIGINS.includes(text)) return undefined;
  if (text === '*')
    return 'A list cannot allow every origin; list each one, for example https://app.example.com.';
  if (text === 'null') return 'The origin null cannot be allowed: any sandboxed page sends it.';
  if (text.length > LIMITS.maxOriginLength) {
    return `A web origin may have at most ${LIMITS.maxOriginLength} characters.`;
  }
  if (!/^https?:\/\//i.test(text)) return 'A web origin must start with https:// or http://.';
  if (text.startsWith('https://*.')) return findWildcardFault(text.slice('https://*.'.length));
  return text.includes('*') ? STARS : findSpellingFault(text);
}

type EntryFault = Omit<FieldFault, 'pointer'>;

function findEntryFault(text: unknown, seen: ReadonlySet<unknown>): EntryFault | undefined {
  if (typeof text !== 'string')
    return { code: 'invalid_type', detail: 'A web origin must be a string.' };
  const detail = findOriginFault(text);
  if (detail) return { code: 'invalid_origin', detail };
  if (!seen.has(text)) return undefined;
  return { code: 'duplicate', detail: 'The list contains this origin twice.' };
}

/**
 * Reports every fault of a list of allowed origins that was sent, below `pointer` (origins.list).
 */
export const findOriginFaults: FindFaults = (sent, pointer, faults) => {
  if (!Array.isArray(sent)) {
    const detail = 'This field must be a list of web origins.';
    faults.add(() => ({ pointer, code: 'invalid_type', detail }));
    return;
  }
  if (sent.length > LIMITS.maxAllowedOrigins) {
    const detail = `A project may have at most ${LIMITS.maxAllowedOrigins} allowed origins.`;
    faults.add(() => ({ pointer, code: 'too_many', detail }));
  }
  const seen = new Set<unknown>();
  for (const [at, text] of sent.entries()) {
    const fault = findEntryFault(text, seen);
    if (fault) faults.add(() => ({ pointer: `${pointer}/${at}`, ...fault }));
    seen.add(text);
  }
};

/** Whether a project could allow pages of an origin by its own name. */
export function canBeAllowed(origin: string): boolean {
  return !origin.includes('*') && findOriginFault(origin) === undefined;
}
