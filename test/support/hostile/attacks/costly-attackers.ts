import type { ConvertedFormat } from '../../../../core/transform/formats.ts';
import type { HandOver, ProcessPlace } from '../../../../local/lambda/places.ts';
import type { Answer, Client } from '../../http/client.ts';
import { PLAIN_HEIC } from '../../images/heic/heic-samples.ts';
import { gridOf } from '../../images/heic/make-grid.ts';
import { noise } from '../../images/noise.ts';
import type { StartedService } from '../../service/start-service.ts';
import { SVG_ATTACKS } from '../svg/svg-attacks.ts';

/**
 * The kinds of places that requests can make costly, and addresses whose price is refused. An
 * upload from a URL waits for another site, which a test of one machine hasn't.
 */
export type CostlyKind =
  | Exclude<ProcessPlace | HandOver, 'upload' | 'rendition' | 'url-upload' | 'engine'>
  | 'refused-price';

/** One client that repeats a costly request. */
export interface Attacker {
  /** Answered once in turn. */
  call(): Promise<Answer>;
  /** The documented answers: a status, and the code of a problem. */
  readonly due: readonly string[];
}

/** The group of hosts in which a kind runs; left out where nothing runs. */
export const GROUP_OF_KIND: Readonly<Record<CostlyKind, 'decoders' | 'bodies' | undefined>> = {
  drawing: 'decoders',
  conversion: 'decoders',
  'costly-rendition': 'decoders',
  'large-body': 'bodies',
  'refused-price': undefined,
};

const BUSY = '503 busy';
const SVG_BYTES = 150_000;
/** More than libheif's own bound on items refuses; each tile has 64 x 64 pixels. */
const HEIC_TILES = 31;
const TILE_SIDE = 64;

/** Blurred circles one over the other, each by a filter of its whole region. */
function blurredCircles(): Buffer {
  const circles = Array.from({ length: 40 }, (_, at) => {
    const place = at * 40;
    return `<circle cx="${place}" cy="${place}" r="900" fill="#${100 + at}" filter="url(#b)"/>`;
  });
  const filter = '<filter id="b"><feGaussianBlur stdDeviation="40"/></filter>';
  const start = '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">';
  return Buffer.from(`${start}${filter}${circles.join('')}</svg>`);
}

function largeGrid(): Buffer {
  const side = HEIC_TILES * TILE_SIDE;
  const grid = { rows: HEIC_TILES, columns: HEIC_TILES, width: side, height: side };
  return gridOf(PLAIN_HEIC, grid);
}

function svgAttack(name: string): Buffer {
  const make = SVG_ATTACKS[name];
  if (!make) throw new Error(`no attack by SVG is named ${name}`);
  return make(SVG_BYTES);
}

/** Saves each accepted image, or the number of temporary images would bound the attack. */
function uploadOf(client: Client, bytes: Uint8Array, contentType: string): Attacker {
  const call = async () => {
    const uploaded = await client.upload(bytes, contentType);
    const { temporaryImageUrl } = uploaded.json ?? {};
    if (temporaryImageUrl) await client.call('save-temporary-image', { temporaryImageUrl });
    return uploaded;
  };
  return { call, due: ['200', '422 invalid_image', BUSY] };
}

const POLL_MS = 100;

async function storeLarge(client: Client, { uploadKey }: StartedService): Promise<string> {
  const bytes = await noise(2_850, 2_850).png({ compressionLevel: 0 }).toBuffer();
  const facts = { contentType: 'image/png', bytes: bytes.length };
  const form = await client.call(`create-direct-upload/${uploadKey}`, facts);
  const body = new FormData();
  for (const [name, value] of Object.entries<string>(form.json.fields)) body.set(name, value);
  body.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }));
  await client.get(form.json.url, { method: 'POST', body });
  const { temporaryImageUrl } = form.json;
  for (;;) {
    const saved = await client.call('save-temporary-image', { temporaryImageUrl });
    if (saved.status === 200) return saved.json.imageUrl;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const STEPS = 'blur=100&sharpen=10&enlarge=true';
const squareOf = (side: number) => `${STEPS}&width=${side}&height=${side}`;
const LARGEST_SIDE = 5_000;
const SMALLER = 0.95;

/** The largest result of these steps that the price permits. */
async function findCostliest(client: Client, imageUrl: string): Promise<string> {
  for (let side = LARGEST_SIDE; side > 1; side = Math.floor(side * SMALLER)) {
    const asked = { imageUrl: `${imageUrl}?${squareOf(side)}` };
    const { json } = await client.call('explain-transformation', asked);
    if (json.errors?.length === 0) return squareOf(side);
  }
  throw new Error('no result of these steps is permitted');
}

/** The costliest legal requests of each kind that these makers know, against a service. */
export async function makeAttackers(
  client: Client,
  service: StartedService,
): Promise<Readonly<Record<CostlyKind, Readonly<Record<string, Attacker>>>>> {
  const jpeg = await noise(640, 480).jpeg().toBuffer();
  const avif = await noise(3_000, 2_000).avif({ effort: 0, quality: 50 }).toBuffer();
  const { imageUrl } = await client.store(jpeg);
  const large = await storeLarge(client, service);
  const costliest = await findCostliest(client, imageUrl);
  let asked = 0;
  /** Of an image each time, as one that times out closes itself. */
  const ofNewImage = async (query: string): Promise<Answer> => {
    const uploaded = await client.upload(jpeg);
    if (uploaded.status !== 200) return uploaded;
    const { temporaryImageUrl } = uploaded.json;
    const saved = await client.call('save-temporary-image', { temporaryImageUrl });
    return saved.status === 200 ? client.get(`${saved.json.imageUrl}?${query}`) : saved;
  };
  const svg = (bytes: Buffer) => uploadOf(client, bytes, 'image/svg+xml');
  return {
    drawing: {
      'blurred circles': svg(blurredCircles()),
      'a blur without end': svg(svgAttack('a blur without end')),
      'the numbers of a matrix': svg(svgAttack('the numbers of a matrix')),
    },
    conversion: {
      avif: uploadOf(client, avif, 'image/avif'),
      heic: uploadOf(client, largeGrid(), 'image/heic'),
    } satisfies Record<Exclude<ConvertedFormat, 'svg' | 'bmp'>, Attacker>,
    'costly-rendition': {
      'the costliest URL': { call: () => ofNewImage(costliest), due: ['200', BUSY] },
    },
    'large-body': {
      'an image of 24 MB': {
        call: () => client.get(large.replace('.png', `/n${asked++}.png?download=1`)),
        due: ['200', BUSY],
      },
    },
    'refused-price': {
      'a URL above the price': {
        call: () =>
          client.get(`${imageUrl}?${squareOf(LARGEST_SIDE)}&quality=${(asked++ % 99) + 1}`),
        due: ['422 image_too_large'],
      },
    },
  };
}
