/** What the default project starts with (CONTRACT C3.8). */
export const LOCAL_DEVELOPMENT_ORIGIN = 'http://localhost:*';

const ONE_LABEL = /^[a-z0-9-]+$/;

function matches(origin: string, allowed: string): boolean {
  if (allowed === LOCAL_DEVELOPMENT_ORIGIN) return /^http:\/\/localhost(:\d{1,5})?$/.test(origin);
  const wildcard = /^(https?:\/\/)\*(\..+)$/.exec(allowed);
  if (!wildcard) return origin === allowed;
  const [, scheme = '', rest = ''] = wildcard;
  if (!origin.startsWith(scheme) || !origin.endsWith(rest)) return false;
  return ONE_LABEL.test(origin.slice(scheme.length, -rest.length));
}

/** Whether the value of an Origin header is on a project's list: exactly, by any port of localhost, or one level of subdomain. */
export function isAllowedOrigin(origin: string, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.some((allowed) => matches(origin, allowed));
}

/** Whether a text may stand in the list: a web origin as browsers send it, any port of localhost, or one level of subdomain. */
export function isOriginPattern(text: string): boolean {
  if (text === LOCAL_DEVELOPMENT_ORIGIN) return true;
  const concrete = text.replace(/^(https?:\/\/)\*\.(?=[^.]+\.)/, '$1any.');
  return !concrete.includes('*') && URL.canParse(concrete) && new URL(concrete).origin === concrete;
}
