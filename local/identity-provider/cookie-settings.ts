/** The cookies of the provider, for its settings and for a session that a set-up opens. */
export function cookieSettings(baseUrl: string) {
  const isSecure = baseUrl.startsWith('https:');
  const flags = { httpOnly: true, sameSite: 'lax', overwrite: true, signed: true } as const;
  const all = isSecure ? { ...flags, secure: true } : flags;
  // a name with `__Host-` can't be set by another host of the same domain (RFC 6265bis, 4.1.3)
  const names = isSecure
    ? { session: '__Host-session', interaction: '__Secure-interaction', resume: '__Secure-resume' }
    : { session: '_session', interaction: '_interaction', resume: '_interaction_resume' };
  return { names, long: { ...all, path: '/' }, short: all } as const;
}
