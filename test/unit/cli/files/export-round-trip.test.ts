import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beginExport, endExport } from '../../../../cli/export/export-folder.ts';
import { exportImages } from '../../../../cli/export/export-images.ts';
import type { ExportedFact, IMAGE_FACTS } from '../../../../cli/export/image-facts.ts';
import { exportSource } from '../../../../cli/import/export-source.ts';
import { importImages } from '../../../../cli/import/import-images.ts';
import { createMapping } from '../../../../cli/import/map-columns.ts';
import { openJournal } from '../../../../cli/journal/open-journal.ts';
import type { Image } from '../../../../client/src/generated/calls.ts';

type Facts = typeof IMAGE_FACTS;
/** The exported facts that an import sets, or has by its bytes. */
type Arriving = {
  [Name in ExportedFact]: Facts[Name]['way'] extends 'kept' | 'bytes' ? Name : never;
}[ExportedFact];
type Arrived = Pick<Image, Arriving>;

const text = (maxLength: number) => fc.string({ unit: 'binary', minLength: 1, maxLength });
const aTime = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) });
const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null });
const aPoint = fc.tuple(fc.nat(1_000), fc.nat(1_000)).map(([x, y]) => `${x / 1e3},${y / 1e3}`);

/** Each fact that a service can answer of an image, but for those of its bytes and its address. */
const FACTS: {
  readonly [Name in keyof Image]: fc.Arbitrary<Image[Name]> | 'of the bytes';
} = {
  imageId: 'of the bytes',
  imageUrl: 'of the bytes',
  thumbnailUrl: fc.constant(null),
  visibility: fc.constantFrom('public', 'private'),
  bytes: 'of the bytes',
  sha256: 'of the bytes',
  takenDown: fc.constant(null),
  originalFilename: orNull(text(100)),
  metadata: fc.dictionary(text(40), text(200), { maxKeys: 10 }),
  focalPoint: orNull(aPoint),
  createdAt: aTime.map((time) => time.toISOString()),
  convertedFrom: orNull(fc.constantFrom('heic', 'avif')),
  lost: orNull(fc.subarray(['animation', 'exif', 'gps'])),
  hasWideGamut: orNull(fc.boolean()),
  hasGainMap: fc.boolean(),
  credit: orNull(
    fc.record({
      creator: orNull(text(50)),
      copyright: orNull(text(50)),
      licenseUrl: orNull(text(50)),
    }),
  ),
  review: orNull(
    fc.record({
      state: fc.constantFrom('approved', 'rejected'),
      reason: orNull(text(50)),
      reviewedAt: fc.constant(null),
      reviewedBy: orNull(text(9)),
      labels: fc.constant([]),
      previewUrl: fc.constant(null),
      originalUrl: fc.constant(null),
    }),
  ),
  format: fc.constantFrom('jpg', 'png', 'webp'),
  width: fc.nat(),
  height: fc.nat(),
  frames: fc.nat(),
  hasAlpha: fc.boolean(),
  mainColor: orNull(text(7)),
  thumbhash: orNull(text(30)),
};

/** How a fact shows in the calls of an import; the compiler names a kept fact that is missing. */
const SENT: { readonly [Name in Arriving]: (image: Image) => Image[Name] } = {
  originalFilename: ({ originalFilename }) => originalFilename,
  metadata: ({ metadata }) => metadata,
  focalPoint: ({ focalPoint }) => focalPoint,
  visibility: ({ visibility }) => visibility,
  bytes: ({ bytes }) => bytes,
  sha256: ({ sha256 }) => sha256,
};

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const idOf = (at: number) => `img_${'abcdefghij'.charAt(at).repeat(26)}`;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Sample = { readonly facts: Partial<Image>; readonly bytes: Uint8Array };

const originals = new Map<string, Uint8Array>();
const arrived = new Map<string, Arrived>();
let server: Server;
let base = '';

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const original = originals.get(request.url ?? '');
    if (original) return response.end(original);
    const bytes = await bodyOf(request);
    const name = decodeURIComponent(String(request.headers['x-original-filename'] ?? ''));
    const temporaryImageUrl = `tmp_${arrived.size}`;
    arrived.set(temporaryImageUrl, {
      bytes: bytes.length,
      sha256: sha256Of(bytes),
      metadata: {},
      focalPoint: null,
      visibility: 'public',
      originalFilename: name === '' ? null : name,
    });
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ temporaryImageUrl, expiresAt: '2027-01-01T00:00:00Z' }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const signal = new AbortController().signal;
const stops = { beginning: signal, sending: signal, saving: signal };

async function exportAll(dir: string, images: readonly Image[]): Promise<void> {
  const place = { service: base, project: null };
  await beginExport(dir, place);
  const lines = await exportImages({
    dir,
    list: async () => ({ images, cursor: null }),
    addressOf: async ({ imageUrl }) => imageUrl,
    atOnce: 2,
    signal,
    onImage: (_, outcome) => expect(outcome).toEqual({ kind: 'exported' }),
  });
  await endExport(dir, place, { images: lines, project: null, now: new Date(0) });
}

/** Sends an export to the service of this test, which keeps what arrives. */
async function importAll(dir: string): Promise<void> {
  const journal = await openJournal({
    path: join(dir, '..', 'journal.jsonl'),
    kind: 'import',
    place: {},
    option: '--manifest',
  });
  const change = (named: string, facts: Partial<Arrived>) => {
    const before = arrived.get(named);
    if (before) arrived.set(named, { ...before, ...facts });
    return { imageId: named, imageUrl: named };
  };
  const plan: Parameters<typeof importImages>[0] = {
    ...createMapping(undefined, {}),
    baseUrl: base,
    credential: { uploadKey: 'upl_x' },
    save: async ({ temporaryImageUrl = '', metadata = {}, focalPoint, visibility }) =>
      change(temporaryImageUrl, {
        metadata: metadata as Record<string, string>,
        ...(focalPoint ? { focalPoint } : {}),
        ...(visibility ? { visibility } : {}),
      }) as never,
    keepDuplicates: true,
    atOnce: 2,
    retries: 0,
    stops,
    onLine: (line) => expect(line).not.toMatchObject({ state: 'failed' }),
  };
  await importImages(plan, exportSource(dir).items(signal), journal);
  await journal.close();
}

function imageOf({ facts, bytes }: Sample, at: number): Image {
  const imageUrl = `${base}/${idOf(at)}`;
  originals.set(`/${idOf(at)}`, bytes);
  const ofBytes = { imageId: idOf(at), imageUrl, bytes: bytes.length, sha256: sha256Of(bytes) };
  return { ...facts, ...ofBytes } as Image; // each fact has its arbitrary
}

const NAMES = Object.keys(SENT).sort() as Arriving[];
/** The facts of images as texts, whatever their order. */
const textsOf = (all: Iterable<Arrived>) =>
  [...all].map((one) => JSON.stringify(NAMES.map((name) => [name, one[name]]))).sort();
const sentOf = (image: Image) =>
  Object.fromEntries(NAMES.map((name) => [name, SENT[name](image)])) as unknown as Arrived;

const arbitraries = Object.fromEntries(
  Object.entries(FACTS).filter(([, value]) => value !== 'of the bytes'),
) as Record<string, fc.Arbitrary<unknown>>;
const aSample: fc.Arbitrary<Sample> = fc.record({
  facts: fc.record(arbitraries) as fc.Arbitrary<Partial<Image>>,
  bytes: fc.uint8Array({ minLength: 1, maxLength: 50 }),
});

it('each fact that an import keeps arrives as it was exported, whatever its value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aSample, { maxLength: 4 }), async (samples) => {
      const root = await mkdtemp(join(tmpdir(), 'imagewell-round-trip-'));
      try {
        originals.clear();
        arrived.clear();
        const images = samples.map(imageOf);
        await exportAll(join(root, 'out'), images);
        await importAll(join(root, 'out'));
        expect(textsOf(arrived.values())).toEqual(textsOf(images.map(sentOf)));
      } finally {
        await rm(root, { recursive: true });
      }
    }),
    { numRuns: 30 },
  );
});
