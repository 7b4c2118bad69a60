import type { Page } from 'playwright-core';

/** The addresses of the bytes of each upload that outlives a reload; null before they arrived. */
export function keptUploads(page: Page): Promise<(string | null)[]> {
  return page.evaluate(
    () =>
      new Promise<(string | null)[]>((resolve, reject) => {
        const opening = indexedDB.open('imagewell', 1);
        opening.onupgradeneeded = () => opening.transaction?.abort(); // the console makes it
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const all = opening.result.transaction('uploads').objectStore('uploads').getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            opening.result.close();
            resolve(all.result.map(({ temporaryImageUrl }) => temporaryImageUrl ?? null));
          };
        };
      }),
  );
}
