import { createHmac } from 'node:crypto';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readExportedImage } from '../../../../cli/export/read-export.ts';
import { fileNameOf } from '../../../../cli/fetch/fetch-image.ts';
import { readAddressRows } from '../../../../cli/import/address-rows.ts';
import { cloudinarySource } from '../../../../cli/import/cloudinary-source.ts';
import { parseCsv, readCsv } from '../../../../cli/import/csv.ts';
import type { ImportSource } from '../../../../cli/import/import-source.ts';
import { listSource } from '../../../../cli/import/list-source.ts';
import { createMapping } from '../../../../cli/import/map-columns.ts';
import { readHead, readImageLine } from '../../../../cli/journal/image-line.ts';
import { readLineAt, scanLines } from '../../../../cli/journal/line-file.ts';
import { createAddressTable } from '../../../../cli/translate/address-table.ts';
import { CLOUDFLARE_RULES } from '../../../../cli/translate/cloudflare/cloudflare-rules.ts';
import { CLOUDINARY_RULES } from '../../../../cli/translate/cloudinary/cloudinary-rules.ts';
import {
  DIT_FILTER_RULES,
  DIT_QUERY_RULES,
  DIT_RULES,
} from '../../../../cli/translate/dit/dit-rules.ts';
import { IMAGEKIT_RULES } from '../../../../cli/translate/imagekit/imagekit-rules.ts';
import { IMGIX_RULES } from '../../../../cli/translate/imgix/imgix-rules.ts';
import { IMGPROXY_RULES } from '../../../../cli/translate/imgproxy/imgproxy-rules.ts';
import { NEXT_RULES } from '../../../../cli/translate/next/translate-next.ts';
import { SUPABASE_RULES } from '../../../../cli/translate/supabase/translate-supabase.ts';
import { THUMBOR_RULES } from '../../../../cli/translate/thumbor/thumbor-rules.ts';
import {
  MAX_ADDRESS_LENGTH,
  translateAddress,
} from '../../../../cli/translate/translate-address.ts';
import { SERVICES, type Service } from '../../../../cli/translate/translation.ts';
import { UPLOADCARE_RULES } from '../../../../cli/translate/uploadcare/uploadcare-rules.ts';
import { verifySignature } from '../../../../cli/webhooks/verify-signature.ts';
import { addressOf } from '../../../../client/src/image-source.ts';
import { signImageUrl } from '../../../../client/src/sign-image-url.ts';
import { tallyAccessLog } from '../../../../core/metering/tally-access-log.ts';
import type { TextReader } from './text-reader.ts';

/** Of files without a maximum: the test counts with a length of its choice. */
const FILE = { most: 8_000, bound: 'none: a file of the user’s own' };
const URL_LENGTH = { most: MAX_ADDRESS_LENGTH, bound: 'MAX_ADDRESS_LENGTH' };
const PIECE_LENGTH = 4_096;

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += PIECE_LENGTH)
    yield bytes.subarray(at, at + PIECE_LENGTH);
}

async function drain(items: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  try {
    for await (const _ of items) count += 1;
  } catch {
    // it may refuse the text, as long as it ends
  }
  return count;
}

/** Reads a file of this name and text; it is removed afterwards. */
async function withFile<T>(name: string, text: string, read: (path: string) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), 'text-readers-'));
  try {
    await writeFile(join(folder, name), text);
    return await read(join(folder, name));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Reads all items with a mapping of two columns. */
async function mapped(source: ImportSource): Promise<number> {
  const mapping = createMapping('name', { alt: 'a' });
  async function* facts() {
    for await (const item of source.items(new AbortController().signal)) {
      yield [mapping.nameOf(item), mapping.metadataOf(item), fileNameOf(item.address)];
    }
  }
  return drain(facts());
}

function readJournal(text: string): Promise<unknown> {
  return withFile('journal', text, async (path) => {
    const file = await open(path);
    try {
      const first = await readLineAt(file, 0).catch(() => '');
      const rest = await drain(scanLines(file));
      return [readHead(first), readImageLine(first), rest];
    } finally {
      await file.close();
    }
  });
}

function refused(read: () => unknown): unknown {
  try {
    return read();
  } catch (fault) {
    return fault;
  }
}

const UUID = '12a3456b-c789-1234-1de2-3cfa83096e25';

function translated(path: string): unknown[] {
  const json = Buffer.from(`{"key":"k","edits":${path}`).toString('base64');
  const addresses: Readonly<Record<Service, string>> = {
    cloudinary: `https://res.cloudinary.com/acme/image/upload/${path}/lamp.jpg`,
    imgix: `https://img.example.com/lamp.jpg?${path.replaceAll('/', '&')}`,
    imgproxy: `https://img.example.com/insecure/${path}/plain/lamp.jpg`,
    thumbor: `https://img.example.com/unsafe/filters:${path}/lamp.jpg`,
    dit: `https://img.example.com/${json}`,
    imagekit: `https://ik.imagekit.io/acme/tr:${path.replaceAll('/', ':')}/lamp.jpg`,
    cloudflare: `https://a.example/cdn-cgi/image/${path.replaceAll('/', ',')}/lamp.jpg`,
    uploadcare: `https://ucarecdn.com/${UUID}/-/${path.replaceAll(':', '/-/')}/`,
    supabase: `https://a.example/storage/v1/object/public/${path.replaceAll('/', '&')}?${path}`,
    next: `https://a.example/_next/image?url=a&${path.replaceAll('/', '&')}`,
  };
  return SERVICES.map((service) =>
    translateAddress(addresses[service].slice(0, MAX_ADDRESS_LENGTH), service, undefined),
  );
}

const encoded = (edits: object) =>
  Buffer.from(JSON.stringify({ key: 'k', edits })).toString('base64');

/** An address for each parameter of each service, with a value. */
function withValues(value: string): unknown[] {
  const names = (rules: object) => Object.keys(rules);
  const bare = value.replaceAll('/', '');
  const addresses: Readonly<Record<Service, readonly string[]>> = {
    cloudinary: names(CLOUDINARY_RULES).flatMap((name) =>
      [`${name}_${bare}`, `l_text:Arial_20:Hi,${name}_${bare}`, `l_a,${name}_${bare}`].map(
        (component) => `https://res.cloudinary.com/acme/image/upload/${component}/lamp.jpg`,
      ),
    ),
    imgix: names(IMGIX_RULES).map(
      (name) => `https://a.example/lamp.jpg?w=1&mark=a.png&${name}=${value}`,
    ),
    imgproxy: names(IMGPROXY_RULES).map(
      (name) => `https://a.example/insecure/${name}:${bare}/plain/lamp.jpg`,
    ),
    thumbor: names(THUMBOR_RULES)
      .map((name) => `https://a.example/unsafe/1x1/filters:${name}(${bare})/lamp.jpg`)
      .concat(`https://a.example/unsafe/trim:${bare}/1x2:3x4/lamp.jpg`),
    dit: [
      ...names(DIT_RULES).map((name) => `https://a.example/${encoded({ [name]: value })}`),
      ...names(DIT_QUERY_RULES).map((name) => `https://a.example/lamp.jpg?${name}=${value}`),
      ...names(DIT_QUERY_RULES).map((name) => `https://a.example/lamp.jpg?${name}.a=${value}`),
      ...names(DIT_FILTER_RULES).map(
        (name) => `https://a.example/1x1/filters:${name}(${bare})/lamp.jpg`,
      ),
    ],
    imagekit: names(IMAGEKIT_RULES).flatMap((name) =>
      ['w-9', 'l-image,i-a'].map(
        (sent) => `https://ik.imagekit.io/acme/tr:${sent},${name}-${bare}/lamp.jpg`,
      ),
    ),
    cloudflare: names(CLOUDFLARE_RULES).map(
      (name) => `https://a.example/cdn-cgi/image/width=9,${name}=${bare}/lamp.jpg`,
    ),
    uploadcare: names(UPLOADCARE_RULES).map(
      (name) => `https://ucarecdn.com/${UUID}/-/${name}/${value}/`,
    ),
    supabase: names(SUPABASE_RULES).map(
      (name) => `https://a.example/storage/v1/render/image/public/a/b?${name}=${value}`,
    ),
    next: names(NEXT_RULES).map((name) => `https://a.example/_next/image?url=a&${name}=${value}`),
  };
  return SERVICES.flatMap((service) =>
    addresses[service].map((address) => translateAddress(address, service, undefined)),
  );
}

/** Readers of files, logs and addresses of other services. */
export const FILE_READERS = {
  'an access log': {
    most: 40_000,
    bound: 'MAX_LINE_LENGTH of what is held; a longer line counts as malformed',
    product: 'characters',
    workPerCharacter: 30,
    pieces: [
      '2026-11-01\t0\tx\t9\t\t\t\t/res/a\n',
      '#Fields: date sc-bytes cs-uri-stem\n',
      '\t',
      '\n',
      'a',
      '#Fields: ',
      ' ',
    ],
    read: (text) => drain(tallyAccessLog(piecesOf(text))),
  },
  'an address of another service': {
    ...URL_LENGTH,
    product: 'services x characters',
    workPerCharacter: 200,
    pieces: [
      'w_300/',
      'w:300/',
      'w=300/',
      'l_text:Arial_9:a/',
      'e_#:1,',
      '#=1/',
      '#:1/',
      ':#(1)',
      ':a(',
      ',',
      '/',
      '[',
      '{"#":',
      '"#":1,',
      '$a_1/',
      '%41',
    ],
    read: translated,
  },
  'a value in an address of another service': {
    most: 300,
    bound: 'MAX_ADDRESS_LENGTH; shorter here, since each parameter of each service has the value',
    product: 'parameters x characters',
    workPerCharacter: 30_000,
    pieces: ['1,', '1.', '1:', 'x', '1x1', 'a', '-', '%2C', '(', '/', '{"a":'],
    read: withValues,
  },
  'a table of addresses': {
    ...FILE,
    product: 'rows x names of each',
    workPerCharacter: 1_000,
    pieces: ['https://a.example/#.jpg,b\n', 's3://a/#,b\n', 'a,b\n', '"', ',', '\n', '#,b\n'],
    around: (hostile) => `old,new\n${hostile}`,
    read: (text) => {
      const rows = refused(() => readAddressRows(text));
      if (!Array.isArray(rows)) return rows;
      const table = createAddressTable(rows);
      return [table.find('cloudinary', 'a'), table.find('imgix', 'a')];
    },
  },
  'a CSV file of an import': {
    ...FILE,
    product: 'rows x columns, of which there are 1,000 at most',
    // three readings; csv-parse compares each byte with each of its signs
    workPerCharacter: 240,
    pieces: ['"a""",', 'a,', '\n', '"\n', '""', '\r\n', 'https://a.example/#,b\n', ' '],
    around: (hostile) => `url,name,a\nhttps://a.example/b,${hostile}`,
    read: async (text) => [
      refused(() => parseCsv(text)),
      await drain(readCsv(piecesOf(text))),
      await withFile('list.csv', text, (path) => mapped(listSource(path))),
    ],
  },
  'the columns of a CSV file': {
    ...FILE,
    product: 'rows x columns, of which there are 1,000 at most',
    workPerCharacter: 1_000,
    pieces: ['http://a\n', 'http://a,"#"\n', 'http://#,,,\n'],
    around: (hostile) => `url${',#'.repeat(999)}\n${hostile}`,
    read: (text) => withFile('list.csv', text, (path) => mapped(listSource(path))),
  },
  'a file of JSON lines': {
    ...FILE,
    product: 'characters',
    workPerCharacter: 60,
    pieces: ['{"url":"https://a.example/#","a":1}\n', '[', '{"a":', '"#":1,', '\n', ' ', '"'],
    around: (hostile) => `{"url":"https://a.example/b"}\n${hostile}`,
    read: (text) => withFile('list.jsonl', text, (path) => mapped(listSource(path))),
  },
  'the JSON of Cloudinary': {
    ...FILE,
    product: 'characters',
    workPerCharacter: 60,
    pieces: [
      '{"public_id":"#/a","url":"https://a.example/#","tags":["a"],"context":{"#":1}},',
      '{"resources":[]},',
      '[],',
      '[',
      '{"a":',
      '\n',
      '"#",',
    ],
    around: (hostile) => `[${hostile}{}]`,
    read: (text) => withFile('a.json', text, (path) => mapped(cloudinarySource(path))),
  },
  'the manifest of an import': {
    most: 40_000,
    bound: 'MAX_LINE_BYTES of a line',
    product: 'characters',
    workPerCharacter: 60,
    pieces: ['{"key":"#","state":"failed"}\n', 'a', '\n', '{"a":', '[', ' '],
    around: (hostile) => `${hostile}\n`,
    read: readJournal,
  },
  'a line of an export': {
    ...FILE,
    product: 'characters',
    workPerCharacter: 30,
    pieces: ['"#":"a",', '[', '{"a":', '"metadata":{},', '\\u0061'],
    around: (hostile) => `{"file":"a",${hostile}"imageId":"a"}`,
    read: readExportedImage,
  },
  'the signatures of a webhook': {
    most: 16_384,
    bound: 'Node’s maxHeaderSize of a whole head',
    product: 'signatures',
    workPerCharacter: 60,
    pieces: ['v1,a ', ' ', 'v1,', 'a'],
    read: (text) => {
      const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': text };
      const secret = createHmac('sha256', 'a').update('a').digest('base64');
      return verifySignature(headers, 'a', { secret: `whsec_${secret}`, now: 1_000 });
    },
  },
  'an address that the client signs': {
    ...URL_LENGTH,
    product: 'pairs x names of parameters',
    workPerCharacter: 100,
    pieces: ['a&', '#&', 'width=1&', '%41', '+', '=', 'expires&'],
    read: (text) => {
      const image = `https://a.example/res/img_${'a'.repeat(26)}.jpg`;
      const options = { secret: 'a', expires: 1 };
      const signed = [text, `width=1&ratio=1:1&${text}`].map((query) =>
        signImageUrl(`${image}?${query}`, options).catch(() => ''),
      );
      return Promise.all([...signed, refused(() => addressOf(`${image}?${text}`, {}))]);
    },
  },
} as const satisfies Readonly<Record<string, TextReader>>;
