'use client';
import {
  type CSSProperties,
  createElement,
  type ImgHTMLAttributes,
  type ReactElement,
  type SyntheticEvent,
  useCallback,
  useState,
  version,
} from 'react';
import type { ImageSource } from '../image-source.ts';
import { imageUrl } from '../image-url.ts';
import { placeholderUrl } from '../placeholder.ts';
import { ladderOf, type SrcSetOptions, srcSet } from '../src-set.ts';

/** The attributes of an `<img>` that the component doesn't decide. */
type Attributes = Omit<
  ImgHTMLAttributes<HTMLImageElement>,
  'src' | 'srcSet' | 'alt' | 'width' | 'height' | 'placeholder'
>;

export interface ImageProps extends Attributes, Omit<SrcSetOptions, 'height'> {
  /** The image: the service's answer, its URL, or its ID with `cdnUrl`. */
  readonly image: ImageSource;
  /** The text for those who don't see it; empty for decoration. */
  readonly alt: string;
  /** The sides in the page's pixels, which keep its place free; the image's own by default. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  /**
   * Shown while the image loads: a colour, a `data:` URL as fetchPlaceholder makes it, `color` or
   * `blur`. `color` is the main colour of an image that is given as the service's answer. `blur` is
   * a very small rendition of the image, which costs one transformation.
   */
  readonly placeholder?:
    | 'blur'
    | 'color'
    | 'none'
    | `#${string}`
    | `data:image/${string}`
    | undefined;
}

/** React 18 knows the attribute by its name in HTML only. */
const PRIORITY = Number.parseInt(version, 10) < 19 ? 'fetchpriority' : 'fetchPriority';

/** The properties that are options of the srcset; the rest are attributes. */
const IS_SET_NAME: Readonly<Record<keyof SrcSetOptions, true>> = {
  cdnUrl: true,
  fileName: true,
  widths: true,
  allowedWidths: true,
  format: true,
  ratio: true,
  frame: true,
  quality: true,
  trim: true,
  flip: true,
  flop: true,
  fit: true,
  position: true,
  brightness: true,
  contrast: true,
  gamma: true,
  saturation: true,
  hue: true,
  grayscale: true,
  tint: true,
  negate: true,
  pixelate: true,
  blur: true,
  sharpen: true,
  pad: true,
  border: true,
  radius: true,
  mask: true,
  background: true,
  fallback: true,
  download: true,
  overlay: true,
  'overlay-text': true,
  'overlay-color': true,
  'overlay-position': true,
  'overlay-width': true,
  'overlay-opacity': true,
  'overlay-tile': true,
};

function divide(properties: Readonly<Record<string, unknown>>) {
  const isOption = (name: string) => Object.hasOwn(IS_SET_NAME, name);
  const pairs = Object.entries(properties).filter(([, value]) => value !== undefined);
  const set: SrcSetOptions = Object.fromEntries(pairs.filter(([name]) => isOption(name)));
  const attributes: Attributes = Object.fromEntries(pairs.filter(([name]) => !isOption(name)));
  return { set, attributes };
}

function backgroundOf(
  placeholder: NonNullable<ImageProps['placeholder']>,
  image: ImageSource,
  { cdnUrl, allowedWidths = [] }: SrcSetOptions,
): CSSProperties {
  if (placeholder === 'none') return {};
  if (/^[#c]/.test(placeholder)) {
    return {
      backgroundColor: placeholder === 'color' ? factOf(image, 'mainColor') || '' : placeholder,
    };
  }
  const isBlur = placeholder === 'blur';
  const url = isBlur ? placeholderUrl(image, { cdnUrl, allowedWidths }) : placeholder;
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
    backgroundRepeat: 'no-repeat',
  };
}

const factOf = <Name extends 'width' | 'height' | 'mainColor'>(image: ImageSource, name: Name) =>
  typeof image === 'string' ? undefined : image[name];

/**
 * An `<img>` with a srcset of WebP, lazy by default. Its sides keep the place free, and it shows a
 * placeholder until it is loaded or has failed. Throws a TypeError as srcSet does.
 */
export function Image(properties: ImageProps): ReactElement {
  const { image, alt, width, height, placeholder = 'none', format = 'webp', ...rest } = properties;
  const { onLoad, onError, style, fetchPriority, ...others } = rest;
  const [isSettled, setSettled] = useState(false);
  const { set, attributes } = divide(others);
  const options: SrcSetOptions = { ...set, format };
  const { widths: _, allowedWidths: __, ...common } = options;
  const widest = ladderOf(image, options).at(-1)?.requested ?? 1;
  // an image that was in the browser's cache has loaded before React listens
  const look = useCallback((element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth > 0) setSettled(true);
  }, []);
  const settle =
    (then: ((event: SyntheticEvent<HTMLImageElement>) => void) | undefined) =>
    (event: SyntheticEvent<HTMLImageElement>) => {
      setSettled(true);
      then?.(event);
    };
  return createElement('img', {
    loading: fetchPriority === 'high' ? 'eager' : 'lazy',
    ...(fetchPriority && { [PRIORITY]: fetchPriority }),
    decoding: 'async',
    sizes: width === undefined ? '100vw' : `(min-width: ${width}px) ${width}px, 100vw`,
    ...attributes,
    // before src, so that the browser doesn't begin with another image than the one it needs
    srcSet: srcSet(image, options),
    src: imageUrl(image, { ...common, width: widest }),
    alt,
    width: width ?? factOf(image, 'width'),
    height: height ?? factOf(image, 'height'),
    style: { ...(!isSettled && backgroundOf(placeholder, image, set)), ...style },
    ref: look,
    onLoad: settle(onLoad),
    onError: settle(onError),
  });
}
