/**
 * API Gateway's address as ministack serves it: names below amazonaws.com lead elsewhere from here.
 */
export function localBaseUrl(endpoint: string, baseUrl: string): string {
  const { hostname, pathname } = new URL(baseUrl);
  return `${endpoint}/restapis/${hostname.split('.')[0]}${pathname}/_user_request_`;
}
