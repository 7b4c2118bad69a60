/** The URL of a call; a base URL may end with a slash. */
export function apiUrl(baseUrl: string, path: string): string {
  return baseUrl.replace(/\/+$/, '') + path;
}
