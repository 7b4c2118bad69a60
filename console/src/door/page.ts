import { keepNextTheme, showTheme } from '../state/kept-theme.ts';

/** The element of a page that its service always sends; throws where it doesn't. */
export function part<T extends HTMLElement = HTMLElement>(
  selector: string,
  from: ParentNode = document,
): T {
  const found = from.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Shows or hides every element that a selector names. */
export function show(selector: string, isShown: boolean, from: ParentNode = document): void {
  for (const one of from.querySelectorAll<HTMLElement>(selector)) one.hidden = !isShown;
}

/** An answer of the door. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each call knows its own fields
  readonly json: any;
}

/** Asks the door; a service that doesn't answer is status 0. */
export async function ask(path: string, body: object = {}): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, json: await response.json().catch(() => ({})) };
  } catch {
    return { status: 0, json: {} };
  }
}

/** Makes the eyes of a page show their passwords. */
export function startEyes(): void {
  for (const eye of document.querySelectorAll<HTMLElement>('[data-eye]')) {
    const input = eye.parentElement?.querySelector('input');
    if (!input) continue;
    eye.hidden = false;
    eye.onclick = () => {
      const isShown = input.type === 'text';
      input.type = isShown ? 'password' : 'text';
      eye.setAttribute('aria-pressed', String(!isShown));
    };
  }
}

/** Shows the theme that the console keeps; called before anything is drawn. */
export function startTheme(): void {
  showTheme();
  addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-theme-next]')) {
      button.hidden = false;
      button.onclick = keepNextTheme;
    }
  });
}

/** Shows a banner with these texts by their selectors, and has it read again where it is shown. */
export function alertIn(from: ParentNode, texts: Readonly<Record<string, string>>): void {
  const banner = part('[data-banner]', from);
  for (const [selector, text] of Object.entries(texts)) part(selector, banner).textContent = text;
  banner.hidden = true;
  banner.hidden = false;
}
