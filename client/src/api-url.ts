import { withoutEndSlashes } from './without-end-slashes.ts';

/** The URL of a call; a base URL may end with a slash. */
export function apiUrl(baseUrl: string, path: string): string {
  return withoutEndSlashes(baseUrl) + path;
}

/** The path of a call by its name. */
export function callPath(name: string): string {
  return `/api/v1/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
