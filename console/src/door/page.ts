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

const THEME_KEY = 'imagewell.theme';
const NEXT_THEME: Readonly<Record<string, string>> = {
  system: 'light',
  light: 'dark',
  dark: 'system',
};

function applyTheme(): string {
  const kept = localStorage.getItem(THEME_KEY);
  const theme = kept === 'light' || kept === 'dark' ? kept : 'system';
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  return theme;
}

/** Shows the theme that the console keeps; called before anything is drawn. */
export function startTheme(): void {
  applyTheme();
  addEventListener('DOMContentLoaded', () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-theme-next]')) {
      button.hidden = false;
      button.onclick = () => {
        const next = NEXT_THEME[applyTheme()] ?? 'system';
        if (next === 'system') localStorage.removeItem(THEME_KEY);
        else localStorage.setItem(THEME_KEY, next);
        applyTheme();
      };
    }
  });
}
