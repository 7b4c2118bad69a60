import { createDraft, translationOf } from '../draft.ts';
import { firstPairs, REASONS, setAuto, setQuality, setSide, splitAddress } from '../read-values.ts';
import { applyRule, type Rules } from '../rule.ts';
import { AddressError, type Translation } from '../translation.ts';

/** THE translation of the parameters of the image optimizer of Next.js. */
export const NEXT_RULES: Rules<{ url?: string }> = {
  url: {
    to: 'the image, by the table of addresses',
    read: (_, value, box) => {
      box.url = value;
    },
  },
  w: { to: 'width', read: (draft, value) => setSide(draft, 'w', 'width', value) },
  q: {
    to: 'quality',
    about: REASONS.quality,
    read: (draft, value) => setQuality(draft, 'q', value),
  },
  dpl: { dropped: REASONS.cacheBuster },
};

/** Reads an address of `/_next/image` or `/_vercel/image`. Throws an AddressError without a URL. */
export function translateNext(address: string): Translation {
  const { pairs } = splitAddress(address);
  const draft = createDraft();
  const box: { url?: string } = {};
  for (const [name, value] of firstPairs(draft, pairs)) {
    applyRule(NEXT_RULES, name, [draft, value, box]);
  }
  const { url = '' } = box;
  if (url === '') throw new AddressError('The address has no url of an image.');
  setAuto(draft, 'url');
  // a path of the same website has no slash in the table
  return translationOf(draft, url.startsWith('/') ? url.slice(1) : url);
}
