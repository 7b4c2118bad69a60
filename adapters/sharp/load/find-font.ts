import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** By `require`, because only that searches a Lambda layer, whose folder is in NODE_PATH. */
function findInFonts(path: string): string {
  return createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/${path}`);
}

/** The file of the font of texts, DejaVu Sans; throws an Error if its package is not installed. */
export function findFont(): string {
  return findInFonts('ttf/DejaVuSans.ttf');
}

/** A configuration of fontconfig that names no folder: the one that comes with the font. */
const CONFIGURATION = '57-dejavu-sans.conf';

/**
 * The variables of the environment that keep fontconfig and Pango from the fonts, the settings and
 * the language of the machine. Fontconfig seeks every file of its own below the root, where there
 * is only its configuration. Undefined without the package of the font.
 */
export function fontEnvironment(): Readonly<Record<string, string>> | undefined {
  try {
    return {
      FONTCONFIG_SYSROOT: dirname(findInFonts(`fontconfig/${CONFIGURATION}`)),
      FONTCONFIG_FILE: `/${CONFIGURATION}`,
      PANGOCAIRO_BACKEND: 'fc', // Pango of macOS would use the system's own
      PANGO_LANGUAGE: 'en', // some letters of a script differ between languages
    };
  } catch {
    return undefined; // a function that draws no texts
  }
}
