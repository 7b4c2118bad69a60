import type { Draft } from '../draft.ts';
import {
  numberOf,
  REASONS,
  setAuto,
  setBackground,
  setDegrees,
  setFormat,
  setNumber,
  setQuality,
} from '../read-values.ts';
import { boxed, type Rules, unmappable } from '../rule.ts';
import { setFactor, setGamma } from '../set-colours.ts';

export type CloudflareBox = {
  -readonly [Name in 'background' | 'fit' | 'gravity' | 'height' | 'width']?: string;
};

function readFormat(draft: Draft, value: string): void {
  if (value === 'auto') setAuto(draft, 'format');
  else setFormat(draft, 'format', value === 'baseline-jpeg' ? 'jpeg' : value);
}

const QUALITIES: Readonly<Record<string, 'auto' | 'auto-low' | 'auto-high'>> = {
  high: 'auto-high',
  'medium-high': 'auto',
  'medium-low': 'auto-low',
  low: 'auto-low',
};

function readQuality(draft: Draft, value: string): void {
  const word = Object.hasOwn(QUALITIES, value) ? QUALITIES[value] : undefined;
  if (word === undefined) setQuality(draft, 'quality', value);
  else {
    draft.set('quality', 'quality', word);
    draft.note('quality', 'approximate', REASONS.autoQuality);
  }
}

function readFlip(draft: Draft, value: string): void {
  if (!/^(h|v|hv|vh)$/.test(value)) draft.note('flip', 'unmappable', 'It must be h, v or hv.');
  if (value.includes('h')) draft.set('flip', 'flop', true);
  if (value.includes('v')) draft.set('flip', 'flip', true);
}

const colours = (name: 'brightness' | 'contrast' | 'saturation') => ({
  to: name,
  about: REASONS.colours,
  read: (draft: Draft, value: string) => setFactor(draft, name, name, value),
});

/** THE translation of the options of Cloudflare Images. */
export const CLOUDFLARE_RULES: Rules<CloudflareBox> = {
  width: boxed('width', 'width', ['w']),
  height: boxed('height', 'height', ['h']),
  fit: boxed('fit', 'fit, enlarge'),
  gravity: boxed('gravity', 'position', ['g']),
  background: {
    to: 'background',
    read: (draft, value) => setBackground(draft, 'background', value),
  },
  dpr: { to: 'dpr', read: (draft, value) => setNumber(draft, 'dpr', 'dpr', value) },
  quality: { also: ['q'], to: 'quality', about: REASONS.quality, read: readQuality },
  format: { also: ['f'], to: 'extension', about: REASONS.auto, read: readFormat },
  anim: {
    to: 'frame, if it is false',
    read: (draft, value) => {
      if (value === 'false') draft.set('anim', 'frame', 0);
      else draft.note('anim', 'dropped', 'The format decides that.');
    },
  },
  rotate: { to: 'rotate', read: (draft, value) => setDegrees(draft, 'rotate', value) },
  flip: { to: 'flip, flop', read: readFlip },
  brightness: colours('brightness'),
  contrast: colours('contrast'),
  saturation: colours('saturation'),
  gamma: {
    to: 'gamma',
    about: REASONS.colours,
    read: (draft, value) => setGamma(draft, 'gamma', numberOf(value)),
  },
  ...unmappable(REASONS.blurScale, ['blur', 'sharpen']),
  ...unmappable(REASONS.trimOptions, [
    'trim',
    'trim.bottom',
    'trim.height',
    'trim.left',
    'trim.right',
    'trim.top',
    'trim.width',
  ]),
  ...unmappable(REASONS.detection, [['zoom', 'face-zoom'], 'segment']),
  border: { unmappable: 'Its widths and its colour are an object of a Worker.' },
  onerror: { unmappable: 'A missing image has a fallback, or it is 404.' },
  'slow-connection-quality': { also: ['scq'], unmappable: 'The quality is the same for all.' },
  compression: { dropped: REASONS.cacheBuster },
  metadata: { dropped: REASONS.metadata },
};
