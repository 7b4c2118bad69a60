import { createDraft, type Draft, translationOf } from '../draft.ts';
import { decoded, REASONS, setSide, splitAddress } from '../read-values.ts';
import { applyRule, parametersByName } from '../rule.ts';
import { type Mode, modeOf, setAttention, setMode, setPoint } from '../set-size.ts';
import { AddressError, type Translation } from '../translation.ts';
import { CLOUDFLARE_RULES, type CloudflareBox } from './cloudflare-rules.ts';

const OPTIONS = parametersByName(CLOUDFLARE_RULES);

const MODES: Readonly<Record<string, Mode>> = {
  'scale-down': { fit: 'inside', mayEnlarge: false },
  contain: { fit: 'inside', mayEnlarge: true },
  cover: { fit: 'cover', mayEnlarge: true },
  crop: { fit: 'cover', mayEnlarge: false, but: REASONS.keepsRatio },
  pad: { fit: 'contain', mayEnlarge: true },
  squeeze: { fit: 'fill', mayEnlarge: true },
};

const SIDES = ['left', 'right', 'top', 'bottom'] as const;

function setGravity(draft: Draft, gravity: string): void {
  const [, x = '', y = ''] = /^([\d.]+)x([\d.]+)$/.exec(gravity) ?? [];
  const side = SIDES.find((each) => each === gravity);
  if (gravity === 'auto') setAttention(draft, 'gravity');
  else if (side !== undefined || gravity === 'center') {
    draft.set('gravity', 'position', side ?? 'center');
  } else if (x !== '') setPoint(draft, 'gravity', x, y);
  else draft.note('gravity', 'unmappable', REASONS.detection);
}

function setBox(draft: Draft, { width, height, fit, gravity }: CloudflareBox): void {
  if (width !== undefined) setSide(draft, 'width', 'width', width);
  if (height !== undefined) setSide(draft, 'height', 'height', height);
  if ((draft.values.width ?? draft.values.height) === undefined) {
    const isAlone = (fit ?? gravity) !== undefined;
    if (isAlone) draft.note('fit, gravity', 'dropped', 'They need a width or a height.');
    return;
  }
  const mode = modeOf(draft, 'fit', MODES, fit ?? 'scale-down');
  if (mode) setMode(draft, 'fit', mode);
  if (fit === undefined) {
    draft.note('fit', 'approximate', 'Without a mode an image is never enlarged here.');
  }
  if (fit === 'pad' && draft.values.background === undefined) {
    draft.set('fit', 'background', 'ffffff');
  }
  if (gravity !== undefined) setGravity(draft, gravity);
}

function applyOptions(draft: Draft, options: string): void {
  const box: CloudflareBox = {};
  for (const pair of options.split(',').filter((one) => one !== '')) {
    const [sent = '', ...value] = pair.split('=');
    const name = OPTIONS.get(sent) ?? sent;
    applyRule(CLOUDFLARE_RULES, name, [draft, decoded(value.join('=')), box]);
  }
  setBox(draft, box);
}

/** The image and its options, or the name of its variant. */
function partsOf(host: string, path: string): { name: string; options: string } {
  const [, options = '', source = ''] = /^cdn-cgi\/image\/([^/]*)\/(.+)$/.exec(path) ?? [];
  if (source !== '') return { name: decoded(source), options };
  const stored =
    host === 'imagedelivery.net' ? path : path.replace(/^cdn-cgi\/imagedelivery\//, '');
  const segments = stored.split('/');
  if (segments.length < 3) throw new AddressError('The address has no image and no options.');
  return { name: decoded(segments.slice(1, -1).join('/')), options: segments.at(-1) ?? '' };
}

/** Reads an address of Cloudflare Images. Throws an AddressError if it has no image. */
export function translateCloudflare(address: string): Translation {
  const { host, path, pairs } = splitAddress(address);
  const { name, options } = partsOf(host, path);
  const draft = createDraft();
  if (options.includes('=')) applyOptions(draft, options);
  else {
    draft.set(options, 'preset', options);
    draft.note(options, 'approximate', REASONS.preset);
  }
  const signed = ['sig', 'exp'];
  for (const [parameter] of pairs) {
    const reason = signed.includes(parameter) ? REASONS.signature : REASONS.cacheBuster;
    draft.note(`?${parameter}`, 'dropped', reason);
  }
  // a path of the same zone may begin with a slash
  return translationOf(draft, name.replace(/^\//, ''));
}
