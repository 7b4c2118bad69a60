import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isPlaygroundLink } from './playground-links.ts';

const REFERENCE = /<[a-z][^<>]*?\s(?:href|src)="([^"]*)"/g;
const LOADED = /<(?:script|img|link|source)\b[^<>]*?\s(?:href|src)="([^"]*)"/g;
const ID = /\sid="([^"]+)"/g;
const STYLE_URL = /(?:url\(\s*|@import\s+)['"]?((?:https?:)?\/\/[^'")\s]+)/g;

const decode = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"');
const findAll = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => decode(found));

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/**
 * The faults of the links of a built site, a line each. Faults are pages, files and headings that
 * are missing, and files that a page would load from another host. Other links are not checked.
 */
export function findBrokenLinks(folder: string, base: string): readonly string[] {
  const files = globSync('**/*.html', { cwd: folder }).sort();
  const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
  const ids = new Map([...texts].map(([file, text]) => [file, new Set(findAll(text, ID))]));
  const fileOf = (pathname: string) => {
    const path = decodeURIComponent(pathname.slice(base.length));
    return path === '' || path.endsWith('/') ? `${path}index.html` : path;
  };
  const faultOf = (file: string, link: string): string | undefined => {
    const url = new URL(link, `http://site${base}${file}`);
    if (url.host !== 'site' || !/^https?:$/.test(url.protocol)) return undefined;
    if (isPlaygroundLink(url)) return undefined;
    if (!url.pathname.startsWith(base)) return `leaves ${base}`;
    const target = fileOf(url.pathname);
    if (!isFile(join(folder, target))) return 'names no file';
    const anchor = decodeURIComponent(url.hash.slice(1));
    const isThere = anchor === '' || !target.endsWith('.html') || ids.get(target)?.has(anchor);
    return isThere ? undefined : 'names no heading';
  };
  const broken = [...texts].flatMap(([file, text]) => {
    const links = new Set(findAll(text, REFERENCE));
    const faults = [...links].flatMap((link) => {
      const fault = faultOf(file, link);
      return fault ? [`${file}: ${link}: ${fault}`] : [];
    });
    const loaded = findAll(text, LOADED).filter((link) => /^([a-z]+:)?\/\//.test(link));
    return [...faults, ...loaded.map((link) => `${file}: ${link}: is of another host`)];
  });
  const styles = globSync('**/*.css', { cwd: folder }).flatMap((file) =>
    findAll(readFileSync(join(folder, file), 'utf8'), STYLE_URL).map(
      (link) => `${file}: ${link}: is of another host`,
    ),
  );
  return [...broken, ...styles];
}
