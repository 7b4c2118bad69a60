import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ENVIRONMENT } from '../../../lambdas/environment.ts';
import { zipLayer } from '../../../lib/assets/zip-layer.ts';
import { FUNCTIONS, type FunctionName } from '../../../lib/functions.ts';
import { buildFunctions } from '../../../local/lambda/build-functions.ts';
import { PACKAGE_BUDGETS } from '../../../scripts/api-rules/local.ts';
import { functionsOf, rightsOf } from '../synth/support/rights.ts';
import { ROOT } from '../synth/support/template.ts';
import { type Bundle, buildBundles } from './support/build-bundles.ts';
import { zippedBytes } from './support/zipped-bytes.ts';

const KB = 1_000;

/** Words of the code of OpenTelemetry's exporter, prom-client and pino. */
const OF_OBSERVABILITY = [
  'OTEL_EXPORTER_OTLP',
  'nodejs_eventloop_lag_seconds',
  'pino.metadata',
] as const;
/** A sentence of sharp's own code. */
const OF_SHARP = 'Could not load the "sharp" module';
/** The name of its service's model in each client of the SDK, by the service of its actions. */
const CLIENTS: Readonly<Record<string, string>> = {
  dynamodb: 'com.amazonaws.dynamodb',
  s3: 'com.amazonaws.s3',
  cloudfront: 'com.amazonaws.cloudfront',
  sqs: 'com.amazonaws.sqs',
  events: 'com.amazonaws.eventbridge',
  rekognition: 'com.amazonaws.rekognition',
};
/** Lambda itself does these for a function that listens. */
const OF_LISTENING = /^sqs:(?!SendMessage)|^dynamodb:(\w*Stream\w*|GetRecords|GetShardIterator)$/;

const OURS: readonly string[] = [...Object.values(ENVIRONMENT), 'AWS_LAMBDA_FUNCTION_NAME'];
/** Files that the SDK, Lambda's own packages and Node look for while they load. */
const OF_OTHERS = /^(AWS_|WATCH_REPORT_DEPENDENCIES$)/;

/** It compares two texts, on the smallest memory: nothing else may be loaded there. */
const ASKS_NOBODY = 'check-sign-up';
const MAX_BYTES_OF_IT = 5 * KB;

const NAMES = Object.keys(FUNCTIONS) as FunctionName[];
const built = buildBundles();
afterAll(() => built.remove());

function bundleOf(name: FunctionName): Bundle {
  const found = built.bundles.find((bundle) => bundle.name === name);
  if (!found) throw new Error(`no bundle of ${name}`);
  return found;
}

/** The services whose actions a function is granted. */
function servicesOf(name: FunctionName): string[] {
  const id = name.replaceAll('-', '');
  const fn = functionsOf(built.template).find(([candidate]) => candidate === id)?.[1];
  if (!fn) throw new Error(`no function ${id}`);
  const actions = rightsOf(built.template, fn).flatMap((right) => right.actions);
  // a form's permissions are signed, not called
  const isLent = name === 'upload-key-calls';
  const own = actions.filter(
    (action) => !OF_LISTENING.test(action) && !(isLent && /^s3:/.test(action)),
  );
  return [...new Set(own.map((action) => action.split(':')[0] ?? ''))].filter(
    (candidate) => CLIENTS[candidate],
  );
}

describe('the bundle of', () => {
  it.each(NAMES)('%s is one file', (name) => {
    expect(bundleOf(name).files).toEqual(['index.mjs']);
  });

  it(`${ASKS_NOBODY} holds its comparison and nothing else`, () => {
    expect(bundleOf(ASKS_NOBODY).bytes).toBeLessThanOrEqual(MAX_BYTES_OF_IT);
  });

  it.each(NAMES)('%s has nothing of sharp, which comes by its layer', (name) => {
    const sharp = globSync('node_modules/sharp/dist/*', { cwd: ROOT });
    expect(sharp.some((file) => readFileSync(join(ROOT, file), 'utf8').includes(OF_SHARP))).toBe(
      true,
    );
    expect(bundleOf(name).text).not.toContain(OF_SHARP);
    expect(bundleOf(name).text).not.toContain('@img/sharp');
  });

  it.each(NAMES)('%s has no package of the observability of the local service', (name) => {
    for (const word of OF_OBSERVABILITY) {
      expect(bundleOf(name).text).not.toContain(word);
    }
  });

  it.each(NAMES)(
    '%s has the clients of its rights, and no others (performance.aws-clients)',
    (name) => {
      const { text } = bundleOf(name);
      const carried = Object.keys(CLIENTS).filter((candidate) =>
        text.includes(CLIENTS[candidate] as string),
      );
      expect(carried).toEqual(
        Object.keys(CLIENTS).filter((candidate) => servicesOf(name).includes(candidate)),
      );
      expect(carried.length > 0).toBe(name !== ASKS_NOBODY);
    },
  );

  it.each(NAMES)('%s reads nothing of ours from the environment while it loads', (name) => {
    const script = join(import.meta.dirname, 'support/load-bundle.ts');
    const args = [script, bundleOf(name).path];
    const { handler, requested } = JSON.parse(
      execFileSync(process.execPath, args, { env: {} }).toString(),
    ) as { handler: string; requested: string[] };
    expect(handler).toBe('function');
    expect(
      requested.filter((candidate) => !OF_OTHERS.test(candidate) || OURS.includes(candidate)),
    ).toEqual([]);
  });
});

describe('the environment', () => {
  it('is read in one file', () => {
    const readers = ['lambdas', 'adapters', 'core'].flatMap((room) =>
      globSync(`${room}/**/*.ts`, { cwd: ROOT }).filter((file) =>
        readFileSync(join(ROOT, file), 'utf8').includes('process.env'),
      ),
    );
    // the second sets the variables of the font for the libraries of sharp, and reads none
    expect(readers).toEqual(['lambdas/environment.ts', 'adapters/sharp/load/load-sharp.ts']);
  });
});

describe('the process of the local service', () => {
  it('loads nothing of AWS, but for objects in a bucket and at the first grant', async () => {
    const { hostPath } = await buildFunctions({ root: ROOT });
    const text = readFileSync(hostPath, 'utf8');
    const later = /await import\("@aws-sdk\/(client-s3|cloudfront-signer)"\)/g;
    expect(text.replaceAll(later, '')).not.toContain('@aws-sdk');
  });
});

const DECODERS = join(ROOT, 'layers/decoders/dist');
const HEIF = join(ROOT, 'layers/heif/dist');
/** AWS Lambda Developer Guide, "Lambda quotas": a function's code with all its layers. */
const MAX_UNZIPPED_BYTES = 262_144_000;

/** Bytes of all files below a folder. */
function unzippedBytes(folder: string): number {
  return globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name)).size)
    .reduce((sum, size) => sum + size, 0);
}

describe('the package with sharp', () => {
  const layers = ['arm64', 'x64'].map((cpu) => join(ROOT, 'layers/sharp/dist', cpu));
  for (const layer of layers) {
    const isBuilt = [layer, DECODERS].every((one) => existsSync(join(one, 'built-from.json')));
    if (!isBuilt) console.log(`skipped: ${layer} is not built; npm run build:layer does it`);
    it.skipIf(!isBuilt)(
      `for ${layer.split('/').at(-1)} is within its budget (performance.package-size)`,
      () => {
        const layerBytes = zipLayer(layer).length;
        const decoderBytes = zipLayer(DECODERS).length;
        const withSharp = NAMES.filter((name) => FUNCTIONS[name].hasSharp);
        for (const name of withSharp) {
          const bytes = layerBytes + zippedBytes(join(bundleOf(name).path, '..'));
          const { rendererPackageBytes, packageBytes, decodingPackageBytes } = PACKAGE_BUDGETS;
          if ('takesUploads' in FUNCTIONS[name]) {
            expect(bytes + decoderBytes, name).toBeLessThanOrEqual(decodingPackageBytes);
            continue;
          }
          const budget = name === 'render-image' ? rendererPackageBytes : packageBytes;
          expect(bytes, name).toBeLessThanOrEqual(budget);
        }
      },
    );

    it.skipIf(!isBuilt)(
      `for ${layer.split('/').at(-1)} is small enough for Lambda when it is unzipped`,
      () => {
        const layerBytes = [layer, DECODERS, HEIF].map(unzippedBytes).reduce((a, b) => a + b);
        for (const name of NAMES) {
          const bytes = layerBytes + unzippedBytes(join(bundleOf(name).path, '..'));
          expect(bytes, name).toBeLessThan(MAX_UNZIPPED_BYTES);
        }
      },
    );
  }
});
