import { expect, it } from 'vitest';
import { readImageType, UNKNOWN_TYPE } from '../../../../cli/upload/image-type.ts';
import { SVGS } from '../../../support/images/svg/svg-samples.ts';

it.each([
  ['an SVG', SVGS.plain, 'image/svg+xml'],
  ['an SVG of an editor', SVGS['of an editor'], 'image/svg+xml'],
  ['other XML', Buffer.from('<?xml version="1.0"?><feed/>'), UNKNOWN_TYPE],
  ['a page with an SVG', Buffer.from('<!DOCTYPE html><svg></svg>'), UNKNOWN_TYPE],
])('knows %s by its first bytes', async (_, bytes, type) => {
  expect(await readImageType(new Blob([new Uint8Array(bytes)]))).toBe(type);
});
