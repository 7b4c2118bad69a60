import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { Image, type ImageProps } from '../../../client/src/react/image.ts';

const cdnUrl = 'https://cdn.example.com';
const stem = `${cdnUrl}/res/img_${'a'.repeat(26)}`;
const image = { imageUrl: `${stem}.jpg`, width: 1000, height: 500 };

/** The attributes of the rendered `<img>`. */
function render(properties: Partial<ImageProps> = {}): Readonly<Record<string, string>> {
  const html = renderToStaticMarkup(
    createElement(Image, { image, alt: 'A bridge', ...properties }),
  );
  const pairs = [...html.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  ]);
  return Object.fromEntries(pairs);
}

describe('<Image>', () => {
  it('has a srcset of WebP up to the original, lazily loaded, with its own sides', () => {
    const { srcset, ...rest } = render();
    expect(srcset?.split(', ')).toHaveLength(4);
    expect(srcset).toContain(`${stem}.webp?width=1000 1000w`);
    expect(rest).toMatchObject({
      src: `${stem}.webp?width=1000`,
      alt: 'A bridge',
      width: '1000',
      height: '500',
      sizes: '100vw',
      loading: 'lazy',
      decoding: 'async',
    });
    expect(rest).not.toHaveProperty('style');
  });

  it('takes sides, sizes, widths and parameters; other properties are attributes', () => {
    const chosen = { width: 300, height: 150, widths: [300, 600], quality: 50, className: 'card' };
    const drawn = render({ ...chosen, format: 'avif' });
    expect(drawn).toMatchObject({ width: '300', height: '150', class: 'card' });
    expect(drawn.sizes).toBe('(min-width: 300px) 300px, 100vw');
    expect(drawn.srcset).toBe(
      `${stem}.avif?width=300&quality=50 300w, ${stem}.avif?width=600&quality=50 600w`,
    );
    expect(drawn).not.toHaveProperty('quality');
    expect(render({ sizes: '50vw', width: 300 }).sizes).toBe('50vw');
  });

  it('takes every option of a srcset, and none of them is an attribute', () => {
    const { srcset = '', ...rest } = render({
      width: 300,
      ratio: '1:1',
      frame: 0,
      'overlay-text': 'Hi',
      fallback: 'logo',
      download: 1,
    });
    expect(srcset).toContain('ratio=1%3A1');
    for (const name of ['ratio', 'frame', 'overlay-text', 'fallback', 'download']) {
      expect(srcset).toContain(`${name}=`);
      expect(rest).not.toHaveProperty(name);
    }
  });

  it('loads an urgent image immediately', () => {
    const warn = vi.spyOn(console, 'error');
    expect(render({ fetchPriority: 'high' })).toMatchObject({
      fetchpriority: 'high',
      loading: 'eager',
    });
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['blur', `url("${stem}.webp?width=24&quality=40")`],
    ['#336699', 'background-color:#336699'],
    ['data:image/png;base64,AA==', 'url("data:image/png;base64,AA==")'],
  ] as const)('shows the placeholder %s under the image', (placeholder, expected) => {
    expect(render({ placeholder }).style).toContain(expected);
  });

  it('shows the main colour of a described image, and nothing where there is none', () => {
    const shown = (mainColor?: string | null) =>
      render({ image: { imageUrl: `${stem}.jpg`, mainColor }, placeholder: 'color' }).style;
    expect(shown('#c04a1f')).toContain('background-color:#c04a1f');
    expect(shown(null)).toBeUndefined();
    expect(render({ placeholder: 'color' }).style).toBeUndefined();
  });

  it('has the smallest allowed width as its placeholder, and a style of the page over it', () => {
    const allowedWidths = [100, 400];
    const style = { backgroundSize: 'contain' };
    const drawn = render({ placeholder: 'blur', allowedWidths, style }).style;
    expect(drawn).toContain(`${stem}.webp?width=100")`);
    expect(drawn).toContain('background-size:contain');
  });

  it('takes an ID with the CDN’s URL, and refuses another host', () => {
    const [, id = ''] = stem.split('/res/');
    expect(render({ image: id, cdnUrl }).src).toBe(`${stem}.webp?width=1920`);
    const foreign = () => render({ cdnUrl: 'https://other.example' });
    expect(foreign).toThrow(/is no image of https:\/\/other\.example/);
  });
});
