import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const BY_VIEWERS = 'by its viewers, in cache-lifetime.ts';
const NEVER_KEPT = 'no-store';
const READS = 'reads the header, and makes none';

/** Every file that writes `Cache-Control`, with the viewers of its answers. */
const PLACES: Readonly<Record<string, string>> = {
  'core/use-cases/delivery/cache-lifetime.ts': 'images and their refusals, by their viewers',
  'core/use-cases/delivery/deliver-image.ts': BY_VIEWERS,
  'lambdas/delivery/respond.ts': `${BY_VIEWERS}; the readiness of the stores, for everyone`,
  'core/foundation/delivery-headers.ts': 'refusals that depend on the address alone, for everyone',
  'core/foundation/private-cache.ts': 'private images, for one viewer',
  'lambdas/edge/private-response.ts': 'the same, at the edge',
  'core/use-cases/delivery/redirect-route.ts': 'old addresses, for everyone',
  'site/site-file.ts': 'files of the site, for everyone',
  'admin/site/upload-site.ts': 'the same files as objects',
  'local/site/site.ts': 'the same files; no-store for the rest',
  'lambdas/edge/site-request.ts': NEVER_KEPT,
  'lambdas/http/request-log.ts': NEVER_KEPT,
  'lib/constructs/gateway-responses.ts': NEVER_KEPT,
  'local/http/problem-answer.ts': NEVER_KEPT,
  'local/identity-provider/answer-user-info.ts': NEVER_KEPT,
  'local/identity-provider/page-card.ts': NEVER_KEPT,
  'local/identity-provider/page-files.ts': 'the style and script of these pages, for everyone',
  'local/door/sign-in.ts': NEVER_KEPT,
  'local/observability/answer-metrics.ts': NEVER_KEPT,
  'local/site/console-actions.ts': NEVER_KEPT,
  'cli/sign-in/callback-listener.ts': NEVER_KEPT,
  'admin/verify/delivery-checks.ts': READS,
  'local/cloudfront/edge-cache.ts': READS,
  'local/cloudfront/private/private-behaviour.ts': 'private images, by the built function',
  'core/api/openapi.ts': READS,
};

it('each place that writes Cache-Control is listed, with its viewers (security.one-viewer)', () => {
  const files = globSync('{core,adapters,lambdas,local,site,lib,admin,cli,bin}/**/*.{ts,tsx,cjs}');
  const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const places = files.filter((file) => /cache[-_]?control/i.test(code(file)));
  expect(places.sort()).toEqual(Object.keys(PLACES).sort());
});

it('only cache-lifetime.ts says who may keep an image (security.one-viewer)', () => {
  const delivery = globSync('{core/use-cases,lambdas/delivery}/**/*.ts');
  const saying = delivery.filter((file) =>
    /['"`](public|private)\b/.test(readFileSync(file, 'utf8')),
  );
  expect(saying.sort()).toEqual([
    'core/use-cases/delivery/cache-lifetime.ts',
    'core/use-cases/delivery/redirect-route.ts',
  ]);
});
