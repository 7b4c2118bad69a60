import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const digestOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/**
 * Leads a built site's pages to the images that its Markdown shows, and removes the generator's own
 * copies of them. Returns how many there were.
 */
export function shareImages(site: string, folders: readonly string[]): number {
  const shown = folders.flatMap((folder) => globSync(`${folder}/**/*.*`, { cwd: site }));
  const places = new Map(shown.map((path) => [digestOf(join(site, path)), path] as const));
  const copies = new Map<string, string>();
  for (const path of globSync('assets/*.*', { cwd: site })) {
    const place = places.get(digestOf(join(site, path)));
    if (place !== undefined) copies.set(path, place);
  }
  for (const file of globSync('**/*.{html,js,css}', { cwd: site })) {
    const written = readFileSync(join(site, file), 'utf8');
    // a name has its own hash, so it stands for one image wherever it is
    const read = written.replaceAll(/assets\/[\w.-]+/g, (name) => copies.get(name) ?? name);
    if (read !== written) writeFileSync(join(site, file), read);
  }
  for (const path of copies.keys()) rmSync(join(site, path));
  return copies.size;
}
