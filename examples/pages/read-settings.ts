/**
 * Where this page uploads to. The upload key may be in a page; the API key stays with the back end.
 */
export interface Settings {
  readonly baseUrl: string;
  readonly uploadKey: string;
}

/** The settings, from this page's back end. */
export async function readSettings(): Promise<Settings> {
  const response = await fetch('settings.json');
  return response.json();
}
