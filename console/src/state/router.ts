import { signal } from '@preact/signals';

/** Where the page is: the path names the screen, the query is its state. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
}

const readPlace = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
});

/** The current place; read it in a component, and the component follows. */
export const place = signal<Place>(readPlace());

export interface NavigateOptions {
  /** The former place isn't one to go back to. */
  readonly isReplacing?: boolean;
}

/** Goes to a path with its query, without loading the page. */
export function navigate(to: string, { isReplacing = false }: NavigateOptions = {}): void {
  if (to === location.pathname + location.search) return;
  const wasPath = location.pathname;
  if (isReplacing) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  place.value = readPlace();
  if (location.pathname !== wasPath) scrollTo(0, 0);
}

/** Changes parts of the query and keeps the rest; null removes. */
export function setQuery(
  changes: Readonly<Record<string, string | null>>,
  options: NavigateOptions = { isReplacing: true },
): void {
  const query = new URLSearchParams(location.search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  navigate(location.pathname + (text === '' ? '' : `?${text}`), options);
}

const isOurs = ({ origin, pathname }: URL) =>
  origin === location.origin && (pathname === '/' || /^\/console(\/|$)/.test(pathname));

function followLink(event: MouseEvent): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey);
  if (event.defaultPrevented || !isPlain || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return;
  const url = new URL(link.href);
  if (!isOurs(url) || (url.hash !== '' && url.pathname === location.pathname)) return;
  event.preventDefault();
  navigate(url.pathname + url.search);
}

/** Follows the browser's Back, and links of the console, from now on. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    place.value = readPlace();
  });
  document.addEventListener('click', followLink);
}
