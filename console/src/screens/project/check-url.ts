import { signImageUrl } from 'imagewell-client';
import { CONTROLS, FORMAT_QUALITY } from '../../generated/parameters.ts';
import { formatMoment } from '../../texts/format.ts';
import { CHECK_TEXTS } from '../../texts/project-texts.ts';

/** The finding of one part of a URL. */
export interface Finding {
  readonly part: string;
  readonly isGood: boolean;
  readonly text: string;
}

/** A signing secret and a signature: 32 bytes in base64url. */
export const isBase64Of32 = (text: string) => /^[\w-]{43}$/.test(text);

const OF_URLS = ['preset', 'download', 'expires', 'signature'];
const NAMES = [...CONTROLS.map(({ name }) => name), ...OF_URLS];

const found = (part: string, fault: string, good: string): Finding => ({
  part,
  isGood: fault === '',
  text: fault || good,
});

/** A URL with a change. */
function changed(url: URL, change: (copy: URL) => void): URL {
  const copy = new URL(url);
  change(copy);
  return copy;
}

/** The URLs that this one may have been when it was signed, each with the words for its change. */
function* formerUrls(url: URL): Generator<readonly [former: URL, text: string]> {
  yield [url, ''];
  for (const [name, value] of url.searchParams) {
    if (name === 'expires' || name === 'signature') continue;
    const former = changed(url, ({ searchParams }) => searchParams.delete(name));
    yield [former, CHECK_TEXTS.added(`${name}=${value}`)];
  }
  for (const extension of [...Object.keys(FORMAT_QUALITY), 'auto']) {
    const former = changed(url, (copy) => {
      const stem = url.pathname.slice(0, url.pathname.lastIndexOf('.') + 1);
      copy.pathname = `${stem}${extension}`;
    });
    yield [former, CHECK_TEXTS.extension(extension)];
  }
}

async function findSignatureFault(url: URL, secret: string, expires: number): Promise<string> {
  const signature = url.searchParams.get('signature');
  if (signature === null) return CHECK_TEXTS.noSignature;
  if (!isBase64Of32(signature)) return CHECK_TEXTS.badSignature;
  for (const [former, text] of formerUrls(url)) {
    const made = await signImageUrl(former.href, { secret, expires }).catch(() => '');
    if (made.endsWith(`signature=${signature}`)) return text;
  }
  return CHECK_TEXTS.wrong;
}

/** Whether a signed URL is one of an image, still lasts, and was signed by a secret. */
export async function checkUrl(text: string, secret: string, now: number): Promise<Finding[]> {
  const url = URL.parse(text);
  const query = url?.searchParams;
  if (!query || !/^\/res\/(img|tmp)_[a-z2-7]{26}[./]/.test(url.pathname)) {
    return [found(CHECK_TEXTS.address, CHECK_TEXTS.noImage, '')];
  }
  const addressFault = await signImageUrl(text, { secret, expires: 1 }).then(
    () => '',
    (error: Error) => error.message.replace(/^.*?: /, ''),
  );
  const ignored = [...query.keys()].filter((name) => !NAMES.includes(name));
  const expires = query.get('expires');
  const isTime = /^[1-9]\d{0,9}$/.test(expires ?? '');
  const end = Number(isTime ? expires : 0) * 1000;
  const moment = formatMoment(new Date(end).toISOString());
  const noTime = expires === null ? CHECK_TEXTS.noExpires : CHECK_TEXTS.badExpires;
  const expiryFault = isTime ? (end > now ? '' : CHECK_TEXTS.past(moment)) : noTime;
  const isReadable = isTime && addressFault === '';
  return [
    found(
      CHECK_TEXTS.address,
      addressFault,
      [CHECK_TEXTS.image, ...ignored.map((name) => CHECK_TEXTS.ignored(name))].join(' '),
    ),
    found(CHECK_TEXTS.expires, expiryFault, CHECK_TEXTS.future(moment)),
    found(
      CHECK_TEXTS.signature,
      isReadable ? await findSignatureFault(url, secret, end / 1000) : CHECK_TEXTS.unknown,
      CHECK_TEXTS.holds,
    ),
  ];
}
