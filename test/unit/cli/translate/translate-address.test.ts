import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createAddressTable } from '../../../../cli/translate/address-table.ts';
import { CLOUDFLARE_RULES } from '../../../../cli/translate/cloudflare/cloudflare-rules.ts';
import { CLOUDINARY_RULES } from '../../../../cli/translate/cloudinary/cloudinary-rules.ts';
import {
  DIT_FILTER_RULES,
  DIT_QUERY_RULES,
  DIT_RESIZE_RULES,
  DIT_RULES,
} from '../../../../cli/translate/dit/dit-rules.ts';
import {
  IMAGEKIT_QUERY_RULES,
  IMAGEKIT_RULES,
} from '../../../../cli/translate/imagekit/imagekit-rules.ts';
import { IMGIX_RULES } from '../../../../cli/translate/imgix/imgix-rules.ts';
import { IMGPROXY_RULES } from '../../../../cli/translate/imgproxy/imgproxy-rules.ts';
import { NEXT_RULES } from '../../../../cli/translate/next/translate-next.ts';
import { SERVICE_ROWS, type ShownRule } from '../../../../cli/translate/services.ts';
import { SUPABASE_RULES } from '../../../../cli/translate/supabase/translate-supabase.ts';
import { THUMBOR_RULES } from '../../../../cli/translate/thumbor/thumbor-rules.ts';
import {
  MAX_ADDRESS_LENGTH,
  type TranslatedAddress,
  translateAddress,
} from '../../../../cli/translate/translate-address.ts';
import { SERVICES, type Service } from '../../../../cli/translate/translation.ts';
import { UPLOADCARE_RULES } from '../../../../cli/translate/uploadcare/uploadcare-rules.ts';
import { countWork } from '../../../support/work/count-work.ts';
import { documentedParameters } from './documented-parameters.ts';

const UUID = '12a3456b-c789-1234-1de2-3cfa83096e25';
const THUMBOR_FILTERS = documentedParameters('thumborFilters');

const [, ...recorded] = readFileSync(new URL('translated-addresses.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => line.split('\t'));

/** The columns of the recorded file. */
function columnsOf(result: TranslatedAddress): string[] {
  if (!('service' in result)) return ['', `fault: ${result.fault}`, ''];
  const { name, format, query, notes } = result;
  const words = notes.map(({ effect, parameter }) => `${effect} ${parameter}`);
  const extension = format === null ? '' : `.${format}`;
  return [name, `${extension}${query === '' ? '' : `?${query}`}`, words.join('; ')];
}

/** Every name of every parameter. */
const namesOf = (rules: Readonly<Record<string, ShownRule>>) =>
  Object.entries(rules).flatMap(([name, { also = [] }]) => [name, ...also]);

describe('the rules of a service', () => {
  it.each([
    ['imgix', IMGIX_RULES, ['imgix']],
    ['imgproxy', IMGPROXY_RULES, ['imgproxy']],
    ['Cloudinary', CLOUDINARY_RULES, ['cloudinary']],
    ['thumbor', THUMBOR_RULES, ['thumborParts', 'thumborFilters']],
    ['edits of DIT', DIT_RULES, ['ditEdits']],
    ['sizes of DIT', DIT_RESIZE_RULES, ['ditResize']],
    ['queries of DIT', DIT_QUERY_RULES, ['ditQuery']],
    ['filters of DIT', DIT_FILTER_RULES, ['ditFilters']],
    ['ImageKit', IMAGEKIT_RULES, ['imagekit']],
    ['queries of ImageKit', IMAGEKIT_QUERY_RULES, ['imagekitQuery']],
    ['Cloudflare Images', CLOUDFLARE_RULES, ['cloudflare']],
    ['Uploadcare', UPLOADCARE_RULES, ['uploadcare']],
    ['Supabase', SUPABASE_RULES, ['supabase']],
    ['Next.js', NEXT_RULES, ['next']],
  ] as const)('are one for each documented parameter: %s', (_, rules, lists) => {
    expect(Object.keys(rules).sort()).toEqual(documentedParameters(...lists));
  });

  it.each([
    ['imgix', IMGIX_RULES, 110],
    ['imgproxy', IMGPROXY_RULES, 90],
  ] as const)('know the other names of a parameter, and no name of two: %s', (_, rules, count) => {
    const names = namesOf(rules);
    expect(names.length - Object.keys(rules).length).toBe(count);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe('translated addresses', () => {
  it('are these, in at least 40 forms of each service', () => {
    for (const service of SERVICES) {
      expect(recorded.filter(([each]) => each === service).length).toBeGreaterThanOrEqual(40);
    }
    const found = recorded.map(([service = '', address = '']) => [
      service,
      address,
      ...columnsOf(translateAddress(address, service as Service, undefined)),
    ]);
    expect(found).toEqual(recorded);
  });

  it('show their service where the host or the path is its own', () => {
    const json = Buffer.from('{"key":"lamp.jpg"}').toString('base64');
    for (const [address, service] of [
      ['https://res.cloudinary.com/acme/image/upload/lamp.jpg', 'cloudinary'],
      ['https://acme-res.cloudinary.com/image/upload/lamp.jpg', 'cloudinary'],
      ['https://acme.imgix.net/lamp.jpg', 'imgix'],
      ['https://img.example.com/insecure/plain/https://files.example.com/lamp.jpg', 'imgproxy'],
      ['https://img.example.com/unsafe/lamp.jpg', 'thumbor'],
      [`https://img.example.com/${json}`, 'dit'],
      ['https://ik.imagekit.io/acme/lamp.jpg', 'imagekit'],
      ['https://imagedelivery.net/hash/lamp/public', 'cloudflare'],
      ['https://shop.example.com/cdn-cgi/image/width=80/lamp.jpg', 'cloudflare'],
      [`https://ucarecdn.com/${UUID}/`, 'uploadcare'],
      ['https://acme.supabase.co/storage/v1/object/public/shop/lamp.jpg', 'supabase'],
      ['https://shop.example.com/_next/image?url=%2Flamp.jpg&w=640&q=75', 'next'],
    ] as const) {
      expect(translateAddress(address, undefined, undefined)).toMatchObject({ service });
    }
    const unknown = translateAddress('https://img.example.com/lamp.jpg', undefined, undefined);
    expect(unknown.fault).toContain('--from');
  });
});

const KEY = 'https://ik.imagekit.io/acme';
const BASE64 = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64');
const CLOUDINARY = 'https://res.cloudinary.com/acme/image/upload';
/** Values that have an effect, where 1 has none. */
const VALUES: Readonly<Record<string, string | boolean>> = {
  withoutEnlargement: true,
  'fill-color': 'ff8800',
};

/** Addresses with one more parameter, and those without it. */
const PAIRS: readonly (readonly [Service, string, string, string])[] = [
  ...Object.keys(CLOUDINARY_RULES).map(
    (name) =>
      [
        'cloudinary',
        name,
        `${CLOUDINARY}/c_fill,w_300,h_200/lamp.jpg`,
        name === '$'
          ? `${CLOUDINARY}/$x_1,c_fill,w_300,h_200/lamp.jpg`
          : `${CLOUDINARY}/${['c', 'w', 'h'].includes(name) ? '' : 'c_fill,w_300,h_200,'}${name}_7/lamp.jpg`,
      ] as const,
  ),
  ...namesOf(IMGIX_RULES).map(
    (name) =>
      [
        'imgix',
        name,
        'https://acme.imgix.net/lamp.jpg?w=300&h=200&fit=crop',
        `https://acme.imgix.net/lamp.jpg?w=300&h=200&fit=crop&${name}=${VALUES[name] ?? '7'}`,
      ] as const,
  ),
  ...namesOf(IMGPROXY_RULES).map(
    (name) =>
      [
        'imgproxy',
        name,
        'https://img.example.com/insecure/rs:fill:300:200/plain/lamp.jpg',
        `https://img.example.com/insecure/rs:fill:300:200/${name}:1/plain/lamp.jpg`,
      ] as const,
  ),
  ...THUMBOR_FILTERS.map(
    (name) =>
      [
        'thumbor',
        name,
        'https://img.example.com/unsafe/fit-in/300x200/lamp.jpg',
        `https://img.example.com/unsafe/${name === 'stretch' ? '' : 'fit-in/'}300x200/filters:${name}(7)/lamp.jpg`,
      ] as const,
  ),
  ...Object.keys(DIT_RULES)
    .filter((name) => name !== 'resize')
    .map(
      (name) =>
        [
          'dit',
          name,
          `https://img.example.com/${BASE64({ key: 'lamp.jpg', edits: {} })}`,
          `https://img.example.com/${BASE64({ key: 'lamp.jpg', edits: { [name]: /^(jpeg|png|webp|gif|avif)$/.test(name) ? { quality: 7 } : 7 } })}`,
        ] as const,
    ),
  ...Object.keys(DIT_RESIZE_RULES).map(
    (name) =>
      [
        'dit',
        `resize.${name}`,
        `https://img.example.com/${BASE64({ key: 'lamp.jpg', edits: { resize: { width: 300, height: 200 } } })}`,
        `https://img.example.com/${BASE64({ key: 'lamp.jpg', edits: { resize: { width: 300, height: 200, [name]: VALUES[name] ?? 7 } } })}`,
      ] as const,
  ),
  ...Object.keys(DIT_QUERY_RULES).map(
    (name) =>
      [
        'dit',
        `?${name}`,
        'https://img.example.com/lamp.jpg?resize.width=300',
        `https://img.example.com/lamp.jpg?resize.width=300&${name}=7`,
      ] as const,
  ),
  ...Object.keys(DIT_FILTER_RULES).map(
    (name) =>
      [
        'dit',
        `filters:${name}`,
        'https://img.example.com/300x200/lamp.jpg',
        `https://img.example.com/300x200/filters:${name}(7)/lamp.jpg`,
      ] as const,
  ),
  ...Object.keys(IMAGEKIT_RULES).map((name) => {
    const size = ['w', 'h'].includes(name) ? '' : 'w-300,h-200,';
    return [
      'imagekit',
      name,
      `${KEY}/tr:w-300,h-200/lamp.jpg`,
      `${KEY}/tr:${size}${name}-7/lamp.jpg`,
    ] as const;
  }),
  ...Object.keys(IMAGEKIT_QUERY_RULES).map(
    (name) => ['imagekit', `?${name}`, `${KEY}/lamp.jpg`, `${KEY}/lamp.jpg?${name}=true`] as const,
  ),
  ...namesOf(CLOUDFLARE_RULES).map(
    (name) =>
      [
        'cloudflare',
        name,
        'https://img.example.com/cdn-cgi/image/width=300,height=200/lamp.jpg',
        `https://img.example.com/cdn-cgi/image/width=300,height=200,${name}=7/lamp.jpg`,
      ] as const,
  ),
  ...Object.keys(UPLOADCARE_RULES).map(
    (name) =>
      [
        'uploadcare',
        name,
        `https://ucarecdn.com/${UUID}/`,
        `https://ucarecdn.com/${UUID}/-/${name}/7/`,
      ] as const,
  ),
  ...Object.keys(SUPABASE_RULES).map(
    (name) =>
      [
        'supabase',
        name,
        'https://acme.supabase.co/storage/v1/render/image/public/shop/lamp.jpg',
        `https://acme.supabase.co/storage/v1/render/image/public/shop/lamp.jpg?${name}=7`,
      ] as const,
  ),
  ...Object.keys(NEXT_RULES)
    .filter((name) => name !== 'url')
    .map(
      (name) =>
        [
          'next',
          name,
          'https://shop.example.com/_next/image?url=%2Flamp.jpg',
          `https://shop.example.com/_next/image?url=%2Flamp.jpg&${name}=7`,
        ] as const,
    ),
];

describe('a parameter of another service', () => {
  it('is never swallowed: it changes the query or the format, or it is named', () => {
    const said = (service: Service, address: string) => {
      const { values, images, format, notes } = SERVICE_ROWS[service].translate(address);
      return JSON.stringify([values, images, format, notes]);
    };
    expect(PAIRS.length).toBeGreaterThan(500);
    const swallowed = PAIRS.filter(
      ([service, , without, withIt]) => said(service, without) === said(service, withIt),
    );
    expect(swallowed.map(([service, name]) => `${service} ${name}`)).toEqual([]);
  });

  it('that is unknown is named, also where objects inherit its name', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'widht']) {
      for (const [service, address] of [
        ['imgix', `https://acme.imgix.net/lamp.jpg?${name}=1`],
        ['imgproxy', `https://img.example.com/insecure/${name}:1/plain/lamp.jpg`],
        ['thumbor', `https://img.example.com/unsafe/filters:${name}(1)/lamp.jpg`],
        ['dit', `https://img.example.com/lamp.jpg?${name}=1`],
        ['dit', `https://img.example.com/lamp.jpg?${name}.${name}=1`],
        ['dit', `https://img.example.com/${btoa(`{"key":"k","edits":{"${name}":1}}`)}`],
        ['dit', `https://img.example.com/${btoa(`{"key":"k","${name}":1}`)}`],
      ] as const) {
        const { values, notes } = SERVICE_ROWS[service].translate(address);
        expect([address, values]).toEqual([address, {}]);
        const unknown = notes.filter(({ reason }) => reason === 'This parameter is unknown.');
        expect([address, unknown.length]).toEqual([address, 1]);
      }
    }
  });
});

/** Blocks of code that are entered, and signs that built-in functions go through; 67 at most. */
const MAX_WORK_A_SIGN = 200;

describe('hostile addresses', () => {
  const each = (address: string) =>
    SERVICES.map((service) => translateAddress(address, service, undefined));

  it('end with a fault or a translation by bounded work, and never with an exception', async () => {
    const nested = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;
    for (const address of [
      '',
      '/',
      '//',
      'https://',
      'https://img.example.com',
      'not an address',
      '%',
      'https://img.example.com/%zz/%E0%A4%A/lamp.jpg?w=%zz&%=1&=1&&&',
      'https://img.example.com/eyJrZXkiOiJ4Ijp9',
      'https://img.example.com/eyJrZXkiOjF9',
      'https://img.example.com/e30=',
      'https://img.example.com/bnVsbA==',
      'https://img.example.com/W10=',
      'https://img.example.com/_-_-/===/plain/',
      `https://img.example.com/${btoa(`{"key":"k","edits":${nested}}`)}`,
      `https://img.example.com/${btoa(`{"key":"k","edits":{"resize":${nested}}}`)}`,
      `https://img.example.com/unsafe/${'filters:a(/'.repeat(500)}lamp.jpg`,
      `https://img.example.com/unsafe/filters${':a('.repeat(1_500)}/lamp.jpg`,
      `https://img.example.com/unsafe/filters:a(${'()'.repeat(2_000)}/lamp.jpg`,
      `https://img.example.com/${'w_300/'.repeat(1_000)}lamp.jpg`,
      `https://img.example.com/insecure/${'w:300/'.repeat(1_000)}plain/lamp.jpg`,
      `https://img.example.com/lamp.jpg?${'w=300&'.repeat(1_000)}`,
      `https://img.example.com/lamp.jpg?w=${'9'.repeat(5_000)}`,
      `https://img.example.com/lamp.jpg?rect=${'1,'.repeat(2_000)}`,
      'https://img.example.com/\u001b[31m/lamp.jpg?w=\u0000',
    ]) {
      const { done, amount } = await countWork(async () => each(address));
      expect(done).toHaveLength(SERVICES.length);
      expect(amount / (address.length + 100)).toBeLessThan(MAX_WORK_A_SIGN);
    }
  });

  it('with 100 layers draw the first one, and name the others once as not mappable', () => {
    const layers = Array.from({ length: 100 }, (_, at) => `l_logo${at},x_${at}`).join('/');
    const { values, images, notes } = SERVICE_ROWS.cloudinary.translate(
      `${CLOUDINARY}/w_300/${layers}/lamp.jpg`,
    );
    expect([values.width, images.overlay?.names]).toEqual([300, ['logo0']]);
    expect(notes).toEqual([
      { parameter: 'l', effect: 'unmappable', reason: expect.stringContaining('its own size') },
      { parameter: 'l', effect: 'unmappable', reason: expect.stringContaining('one overlay') },
    ]);
  });

  it('that are too long are refused before they are read', () => {
    const [first] = each(`https://acme.imgix.net/${'a'.repeat(MAX_ADDRESS_LENGTH)}`);
    expect(first?.fault).toContain(String(MAX_ADDRESS_LENGTH));
    expect(first?.old.length).toBeLessThan(100);
  });
});

const IMAGE = `https://cdn.example.com/res/img_${'b'.repeat(26)}.png`;
const OTHER = `https://cdn.example.com/res/img_${'c'.repeat(26)}.jpg`;

describe('the table of addresses', () => {
  const table = createAddressTable([
    [`${CLOUDINARY}/v1700000000/shop/lamp.png`, IMAGE],
    ['s3://media/shop/lamp.png', IMAGE],
    ['https://files.example.com/shop/chair.jpg', OTHER],
    ['https://elsewhere.example/twin.jpg', IMAGE],
    ['https://files.example.com/twin.jpg', OTHER],
  ]);
  const newOf = (service: Service, address: string) => {
    const result = translateAddress(address, service, table);
    return 'new' in result ? (result.new ?? result.fault) : result.fault;
  };

  it('gives the new address by public ID, path, key or source URL', () => {
    expect(newOf('cloudinary', `${CLOUDINARY}/w_300/v9/shop/lamp.webp`)).toBe(
      `${IMAGE.replace('.png', '.webp')}?width=300&enlarge=true`,
    );
    expect(newOf('imgix', 'https://acme.imgix.net/shop/chair.jpg')).toBe(OTHER);
    expect(newOf('imgix', 'https://acme.imgix.net/shop/lamp.png?fit=max&w=300')).toBe(
      `${IMAGE}?width=300`,
    );
    const source = 'https://files.example.com/shop/chair.jpg';
    expect(newOf('imgproxy', `https://img.example.com/insecure/w:300/plain/${source}@auto`)).toBe(
      `${OTHER}?width=300`,
    );
    expect(newOf('dit', 'https://img.example.com/shop/lamp.png?width=300')).toBe(
      `${IMAGE}?width=300&enlarge=true`,
    );
  });

  it('finds a source without its scheme, by host and path or by bucket and key', () => {
    for (const [source, found] of [
      ['files.example.com/shop/chair.jpg', OTHER],
      ['files.example.com%2Fshop%2Fchair.jpg', OTHER],
      ['media/shop/lamp.png', IMAGE],
      ['elsewhere.example/twin.jpg', IMAGE],
      ['files.example.com/twin.jpg', OTHER],
    ]) {
      const address = `https://img.example.com/unsafe/300x200/${source}`;
      expect([source, newOf('thumbor', address)]).toEqual([
        source,
        `${found}?width=300&height=200&enlarge=true`,
      ]);
    }
    const other = 'https://img.example.com/unsafe/300x200/mirror.example.com/shop/chair.jpg';
    expect(newOf('thumbor', other)).toContain('no image of this name');
  });

  it('guesses nothing: a name of two images, or of none, is a fault', () => {
    expect(newOf('imgix', 'https://acme.imgix.net/twin.jpg')).toContain('Several images');
    expect(newOf('imgix', 'https://acme.imgix.net/lamp.png')).toContain('no image of this name');
  });

  it('must name image URLs', () => {
    const broken = createAddressTable([['lamp.jpg', 'https://evil.example/lamp.jpg']]);
    const result = translateAddress('https://acme.imgix.net/lamp.jpg', 'imgix', broken);
    expect(result.fault).toContain('no image URL');
  });
});
