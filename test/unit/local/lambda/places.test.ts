import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FUNCTION_BOUNDS, MAX_HOSTS } from '../../../../local/lambda/function-bounds.ts';
import {
  hasPlace,
  PLACES,
  type ProcessPlace,
  placeOfUpload,
} from '../../../../local/lambda/places.ts';
import { LET_GO, WIDTHS } from '../../../support/local/service-functions.ts';
import {
  type Ask,
  type FixtureService,
  startFixtureService,
} from '../../../support/local/start-fixture-service.ts';

const KINDS = Object.keys(PLACES) as ProcessPlace[];
/** The first bytes of each format. */
const STARTS = {
  jpg: '\xff\xd8\xff\xe0',
  png: '\x89PNG\r\n\x1a\n',
  svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  heic: '\0\0\0\x18ftypheic\0\0\0\0',
  avif: '\0\0\0\x18ftypavif\0\0\0\0',
};

function upload(start: keyof typeof STARTS, act = 'none'): readonly [string, Ask] {
  const headers = { 'Content-Type': 'application/octet-stream', 'X-Act': act };
  const body = Buffer.from(STARTS[start], 'latin1');
  return ['/api/v1/upload-temporary-image/upl_a', { method: 'POST', headers, body }];
}
function call(name: string, act?: string): readonly [string, Ask] {
  const headers = { 'Content-Type': 'application/json' };
  return [`/api/v1/${name}`, { method: 'POST', headers, body: JSON.stringify({ act }) }];
}
let images = 0;
/** Of another image each time, so that no cache answers. */
function image(width: number): readonly [string, Ask] {
  images += 1;
  const name = [...images.toString(26)].map(
    (digit) => 'abcdefghijklmnopqrstuvwxyz'[parseInt(digit, 26)],
  );
  return [`/res/img_${name.join('').padStart(26, 'a')}.jpg?width=${width}`, {}];
}

/** Requests that are held, by their kind. */
const LATCHES: Readonly<Record<ProcessPlace | 'large-body', () => readonly [string, Ask]>> = {
  upload: () => upload('png', 'hold'),
  drawing: () => upload('svg', 'hold'),
  conversion: () => upload(images++ % 2 ? 'heic' : 'avif', 'hold'),
  'url-upload': () => call('upload-from-url', 'hold'),
  rendition: () => image(WIDTHS.rendersHeld),
  'costly-rendition': () => image(WIDTHS.costlyHeld),
  'large-body': () => image(WIDTHS.largeBodyHeld),
};
const EACH = 8;

const HONEST = {
  'a plain upload': () => upload('jpg'),
  'a cold rendition': () => image(WIDTHS.heavy),
  'a small stored rendition': () => image(WIDTHS.small),
  'a light call': () => call('save-temporary-image'),
};

// as long as a busy machine takes to start every process
const PATIENT = Object.fromEntries(
  Object.entries(FUNCTION_BOUNDS).map(([name, bounds]) => [
    name,
    { ...bounds, timeoutMs: 120_000 },
  ]),
);

async function busyHosts({ ask }: FixtureService, group: string): Promise<number> {
  const text = (await ask('/metrics')).body.toString();
  const line = text
    .split('\n')
    .find((one) => one.includes(`group="${group}"`) && one.includes('state="busy"'));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Holds every place that eight requests of each of these kinds can take, and asks for the rest. */
async function askBeside(
  kinds: readonly (keyof typeof LATCHES)[],
  taken: { readonly decoders: number; readonly bodies: number },
): Promise<Record<string, number>> {
  const fixture = await startFixtureService(undefined, { functions: PATIENT });
  // before the service's own end, which waits for them
  onTestFinished(() => writeFileSync(join(fixture.dataDir, LET_GO), ''));
  for (const kind of kinds) {
    for (let at = 0; at < EACH; at += 1) fixture.ask(...LATCHES[kind]()).catch(() => undefined);
  }
  const busy = async () => [
    await busyHosts(fixture, 'decoders'),
    await busyHosts(fixture, 'bodies'),
  ];
  await expect.poll(busy, { timeout: 60_000 }).toEqual([taken.decoders, taken.bodies]);
  const answers = Object.entries(HONEST).map(async ([name, make]) => {
    return [name, (await fixture.ask(...make())).status] as const;
  });
  const all = Object.fromEntries(await Promise.all(answers));
  expect(await busy()).toEqual([taken.decoders, taken.bodies]); // they are held still
  return all;
}

const GONE_THROUGH = Object.fromEntries(Object.keys(HONEST).map((name) => [name, 200]));

describe('eight requests that are held', () => {
  it.each([
    ['drawing', { decoders: 1, bodies: 0 }],
    ['conversion', { decoders: 1, bodies: 0 }],
    ['url-upload', { decoders: 1, bodies: 0 }],
    ['costly-rendition', { decoders: 1, bodies: 0 }],
    ['large-body', { decoders: 0, bodies: MAX_HOSTS.bodies }],
  ] as const)(
    'of the kind %s shut out no plain upload, cold or stored rendition or light call (security.places-apart)',
    async (kind, taken) => {
      expect(await askBeside([kind], taken)).toEqual(GONE_THROUGH);
    },
  );

  it('of every costly kind together shut out none of these (security.places-apart)', async () => {
    const kinds = [
      'drawing',
      'conversion',
      'url-upload',
      'costly-rendition',
      'large-body',
    ] as const;
    const taken = { decoders: MAX_HOSTS.decoders - 2, bodies: MAX_HOSTS.bodies };
    expect(await askBeside(kinds, taken)).toEqual(GONE_THROUGH);
  });
});

describe('the places of processes', () => {
  it('are kept within the processes that memory allows', () => {
    const kept = KINDS.reduce((sum, kind) => sum + PLACES[kind].kept, 0);
    expect(kept).toBeLessThanOrEqual(MAX_HOSTS.decoders);
    for (const kind of KINDS) expect(PLACES[kind].max).toBeGreaterThanOrEqual(1);
  });

  it('are left for each kind that has one kept, whatever runs, in whatever order (security.places-apart)', () => {
    void fc.assert(
      fc.property(fc.array(fc.constantFrom(...KINDS), { maxLength: 40 }), (asked) => {
        const running: ProcessPlace[] = [];
        for (const kind of asked) {
          if (hasPlace(kind, running, MAX_HOSTS.decoders)) running.push(kind);
        }
        expect(running.length).toBeLessThanOrEqual(MAX_HOSTS.decoders);
        for (const kind of KINDS) {
          const count = running.filter((one) => one === kind).length;
          expect(count).toBeLessThanOrEqual(PLACES[kind].max);
          if (count < PLACES[kind].kept) {
            expect(hasPlace(kind, running, MAX_HOSTS.decoders)).toBe(true);
          }
        }
      }),
    );
  });

  it('are one of uploads and one of renditions more on a machine that does nothing else', () => {
    const all: ProcessPlace[] = ['upload', 'rendition', 'upload', 'rendition'];
    for (const [at, kind] of all.entries()) {
      expect(hasPlace(kind, all.slice(0, at), MAX_HOSTS.decoders)).toBe(true);
    }
  });

  it('are found by the first bytes of an upload, whatever it is declared as', () => {
    const kinds = Object.values(STARTS).map((start) => placeOfUpload(Buffer.from(start, 'latin1')));
    expect(kinds).toEqual(['upload', 'upload', 'drawing', 'conversion', 'conversion']);
    expect(placeOfUpload(Buffer.alloc(0))).toBe('upload');
  });
});
