import { describe, expect, it } from 'vitest';
import { createAddressTable } from '../../../../cli/translate/address-table.ts';
import { withImages } from '../../../../cli/translate/find-images.ts';
import { SERVICE_ROWS } from '../../../../cli/translate/services.ts';
import { translateAddress } from '../../../../cli/translate/translate-address.ts';
import type { Service } from '../../../../cli/translate/translation.ts';
import { PARAMETER_NAMES } from '../../../../core/transform/parameters.ts';
import { REACHED } from './reached-parameters.ts';

const SOURCE = 'https://files.example.com/logo.png';
const CENTER = '&overlay-position=center';

function addressOf(from: Service, sent: string): string {
  if (from === 'cloudinary') {
    return `https://res.cloudinary.com/acme/image/upload${sent}/lamp.jpg`;
  }
  if (from === 'imgix') return `https://acme.imgix.net/lamp.jpg${sent}`;
  if (from === 'imgproxy') {
    return `https://img.example.com/insecure${sent}/plain/https://files.example.com/lamp.jpg`;
  }
  return `https://img.example.com${from === 'thumbor' ? '/unsafe' : ''}${sent}/lamp.jpg`;
}

const IMAGE = `https://cdn.example.com/res/img_${'b'.repeat(26)}.jpg`;
const LOGO = `https://cdn.example.com/res/img_${'c'.repeat(26)}.png`;
const TABLE = createAddressTable([
  ['https://files.example.com/lamp.jpg', IMAGE],
  [SOURCE, LOGO],
]);

describe('a parameter of THE table', () => {
  it.each(PARAMETER_NAMES)(
    'is reached from an address of another service, or has a reason: %s',
    (name) => {
      const reached = REACHED[name];
      if ('never' in reached) {
        expect(reached.never).toMatch(/^[a-z].{20}/);
        return;
      }
      const { from, address, value } = reached;
      const found = withImages(SERVICE_ROWS[from].translate(address), (old) =>
        TABLE.find(from, old),
      );
      expect(String(found.values[name])).toBe(value);
    },
  );
});

describe('an image over the image', () => {
  const newOf = (from: Service, address: string) => {
    const result = translateAddress(address, from, TABLE);
    const notes = 'notes' in result ? result.notes : [];
    const lost = notes.flatMap(({ effect, parameter }) =>
      effect === 'unmappable' ? [parameter] : [],
    );
    return ['query' in result ? result.query : result.fault, lost];
  };
  const OVER = `overlay=img_${'c'.repeat(26)}`;

  it.each([
    ['cloudinary', '/w_800/l_logo,w_200,g_south_east,o_50', '&overlay-opacity=50'],
    ['cloudinary', '/w_800/l_logo.png/c_scale,fl_relative,w_0.25/fl_layer_apply', CENTER],
    ['cloudinary', `/w_800/l_fetch:${btoa(SOURCE)},w_200`, CENTER],
    ['imgix', '?w=800&mark=logo.png&mark-w=200&mark-pad=0', ''],
    ['imgix', `?w=800&mark64=${btoa(SOURCE)}&mark-w=0.25&mark-align=middle,center`, CENTER],
    ['imgix', '?w=800&mark-base=https://files.example.com/&mark=logo.png&mark-scale=25', ''],
    ['imgproxy', `/w:800/el:1/wm:1:soea:0:0:0.25/wmu:${btoa(SOURCE)}`, ''],
    ['thumbor', '/800x/filters:watermark(files.example.com/logo.png,-0,-0,0,25)', ''],
    ['dit', '/800x0/filters:watermark(b,logo.png,center,center,0,25)', CENTER],
  ] as const)('has the ID that the table has for its name: %s %s', (from, sent, query) => {
    expect(newOf(from, addressOf(from, sent))).toEqual([
      expect.stringMatching(new RegExp(`&${OVER}${query}$`)),
      [],
    ]);
  });

  it('stays out with its place and its size where the table lacks it, and is named', () => {
    const found = newOf('imgix', addressOf('imgix', '?w=800&mark=other.png&mark-w=0.5'));
    expect(found).toEqual(['width=800&enlarge=true', ['mark']]);
    const fallback = newOf('cloudinary', addressOf('cloudinary', '/w_800,d_other.png'));
    expect(fallback).toEqual(['width=800&enlarge=true', ['d']]);
  });

  it('is one, and a preset may have a fallback beside it', () => {
    const both = newOf('imgix', addressOf('imgix', '?w=800&txt=Hi&mark=logo.png&mark-w=0.5'));
    expect(both).toEqual([expect.stringContaining('overlay-text=Hi'), ['mark']]);
    const preset = newOf('cloudinary', addressOf('cloudinary', '/t_card,d_logo.png,fl_attachment'));
    expect(preset).toEqual([`preset=card&download=1&fallback=img_${'c'.repeat(26)}`, []]);
  });
});
