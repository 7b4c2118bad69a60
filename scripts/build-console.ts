/** Builds the console, a single page application, into `.build/console`. */
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as bundle, transformSync } from 'esbuild';
import { build, createServer, type InlineConfig, type Plugin, type ViteDevServer } from 'vite';
import { ICONS } from '../console/src/icons/icons.ts';
import { INNER_NAMES, NAMES_OF_CALLERS } from '../lambdas/edge/drop-columns.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** Where the build is: `index.html`, and `assets/` with a hash in each name. */
export const CONSOLE_FOLDER = join(ROOT, '.build/console');
const HASH_FILE = join(ROOT, '.build/console.sha256');
const SOURCES = [
  'console/**/*.*',
  'client/src/**/*.ts',
  'lambdas/edge/drop-columns.ts',
  'scripts/build-console.ts',
];

const STROKE =
  'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"';
const LOGO =
  '<symbol id="logo" viewBox="0 0 24 24"><rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor"/><g fill="none" class="logo-rings" stroke-width="1.8"><path d="M5 9.5c0-2.2 3.1-4 7-4s7 1.8 7 4"/><path d="M5 9.5c0 2.2 3.1 4 7 4s7-1.8 7-4"/><path d="M5 9.5v5.2c0 2.2 3.1 4 7 4s7-1.8 7-4V9.5"/></g></symbol>';

/** The illustration of empty lists. */
const ART =
  '<symbol id="art" viewBox="0 0 160 96"><g fill="none" stroke="currentColor" stroke-width="1.5"><ellipse cx="80" cy="44" rx="52" ry="16"/><path d="M28 44v28c0 8.8 23.3 16 52 16s52-7.2 52-16V44"/><ellipse cx="80" cy="48" rx="40" ry="10" class="art-water"/><ellipse cx="80" cy="48" rx="22" ry="5" class="art-water"/></g><rect x="64" y="6" width="32" height="26" rx="3" class="art-pic"/><path d="m66 28 8-9 6 6 5-5 9 8" fill="none" stroke="currentColor" stroke-width="1.5"/></symbol>';

/**
 * All screens share one script, with the client. The pages of images have one, the pages that
 * manage have one, and the welcome page has one: `app/routes.ts` imports them. The chart of days is
 * with those that manage: no first screen has one. Forty small scripts are 12 KB larger.
 */
const SHARED_SCRIPT = {
  name: 'shared',
  test: /node_modules|[\\/]client[\\/]src|[\\/]console[\\/]src[\\/](main|app|generated|images|presets|state|ui(?![\\/]day-chart)|texts[\\/](edit-distance|fault-texts|format|member-names|preset-texts|shell-texts|ui-texts))/,
};

function drawSprite(): string {
  const symbols = Object.entries(ICONS).map(
    ([name, drawing]) =>
      `<symbol id="i-${name}" viewBox="0 0 16 16"><g ${STROKE}>${drawing}</g></symbol>`,
  );
  return `<svg class="sprite" aria-hidden="true" width="0" height="0"><defs>${symbols.join('')}${LOGO}${ART}</defs></svg>`;
}

/** The sprite stands in the page, where it costs no script and no request. */
const sprite: Plugin = {
  name: 'sprite',
  transformIndexHtml: (html) => html.replace('<!-- sprite -->', drawSprite()),
};

/** A screen needs its own script and the shared one, which is there. Vite's preloader is 0.7 KB. */
const noPreload: Plugin = {
  name: 'no-preload',
  enforce: 'pre',
  load: (id) =>
    id.includes('vite/preload-helper')
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
};

/** Short names of the tables that come with the signing of addresses, as at the edge. */
const shortNames: Plugin = {
  name: 'short-names',
  transform: (code, id) =>
    id.endsWith('canonical-address.ts')
      ? transformSync(code, {
          loader: 'ts',
          target: 'es2022',
          mangleProps: INNER_NAMES,
          reserveProps: NAMES_OF_CALLERS,
        }).code
      : undefined,
};

function hashSources(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).sort();
  for (const file of [...files, 'package-lock.json']) {
    hash.update(`${file}\0`).update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex');
}

function readBuiltHash(): string | undefined {
  try {
    readFileSync(join(CONSOLE_FOLDER, 'index.html'));
    return readFileSync(HASH_FILE, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The sign-in and set-up pages have a style and a script apart, under names that never change: the
 * service sends those pages itself.
 */
async function buildDoor(): Promise<void> {
  await bundle({
    entryPoints: [join(ROOT, 'console/src/door/door.ts')],
    outfile: join(CONSOLE_FOLDER, 'door.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: ['chrome123', 'firefox120', 'safari17.5'],
    logLevel: 'warning',
  });
}

/** As the console is built, and as it is served in watch mode. */
const CONFIG = {
  configFile: false,
  root: join(ROOT, 'console'),
  base: '/console/',
  publicDir: false,
  logLevel: 'warn',
  resolve: { alias: { 'imagewell-client': join(ROOT, 'client/src/imagewell-client.ts') } },
  // calls of `h` are 1.1 KB shorter than those of the automatic runtime, when zipped
  oxc: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment', development: false },
    jsxInject: `import { Fragment, h } from 'preact';`,
  },
} satisfies InlineConfig;

/**
 * Vite for `npm run dev`, at a port of the loopback interface. It has the pages of the console, and
 * sends each change to those that are open.
 */
export async function startConsoleServer(port: number): Promise<ViteDevServer> {
  const server = await createServer({
    ...CONFIG,
    mode: 'development',
    cacheDir: join(ROOT, '.build/vite'),
    plugins: [sprite],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      fs: { allow: [ROOT] },
      hmr: { host: '127.0.0.1', clientPort: port }, // the pages are served at another
    },
  });
  return server.listen();
}

/** Builds the console unless its sources are those of the last build; returns its folder. */
export async function buildConsole(): Promise<string> {
  const hash = hashSources();
  if (readBuiltHash() === hash) return CONSOLE_FOLDER;
  await build({
    ...CONFIG,
    mode: 'production',
    plugins: [sprite, noPreload, shortNames],
    build: {
      outDir: CONSOLE_FOLDER,
      emptyOutDir: true,
      target: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0, // the policy takes no data: addresses
      minify: 'terser',
      // copies of functions in place of their calls are larger, when zipped; no function of ours
      // that an arrow can replace is called with `new`. Constants on the left zip worse.
      terserOptions: {
        ecma: 2020,
        module: true,
        compress: { passes: 4, inline: 1, unsafe_arrows: true, lhs_constants: false },
      },
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          codeSplitting: { groups: [SHARED_SCRIPT] },
        },
      },
    },
  });
  await buildDoor();
  mkdirSync(join(ROOT, '.build'), { recursive: true });
  writeFileSync(HASH_FILE, hash);
  return CONSOLE_FOLDER;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await buildConsole();
}
