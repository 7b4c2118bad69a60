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
import { PARAMETER_NAMES, type TransformationParameters } from '../generated/transformation.ts';
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

type Parameter = keyof TransformationParameters;

/** React 18 knows the attribute by its name in HTML only. */
const PRIORITY = Number.parseInt(version, 10) < 19 ? 'fetchpriority' : 'fetchPriority';

/** The names that only one of the two has: options of a srcset, parameters of an image URL. */
const IS_OPTION: Readonly<
  Record<Exclude<keyof SrcSetOptions, Parameter>, true> &
    Record<Exclude<Parameter, keyof SrcSetOptions>, false>
> = {
  cdnUrl: true,
  fileName: true,
  widths: true,
  allowedWidths: true,
  format: true,
  width: false,
  height: false,
  dpr: false,
  enlarge: false,
  crop: false,
  rotate: false,
  preset: false,
  expires: false,
  signature: false,
};

const isOption = (name: string) =>
  IS_OPTION[name as keyof typeof IS_OPTION] ?? PARAMETER_NAMES.includes(name as Parameter);

function divide(properties: Readonly<Record<string, unknown>>) {
  const set: Record<string, unknown> = {};
  const attributes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    // an undefined property doesn't take the place of a default
    if (value !== undefined) (isOption(name) ? set : attributes)[name] = value;
  }
  return { set: set as SrcSetOptions, attributes: attributes as Attributes };
}

function backgroundOf(
  placeholder: NonNullable<ImageProps['placeholder']>,
  image: ImageSource,
  options: SrcSetOptions,
): CSSProperties {
  if (placeholder === 'none') return {};
  if (/^[#c]/.test(placeholder)) {
    return {
      backgroundColor: placeholder === 'color' ? factsOf(image)?.mainColor || '' : placeholder,
    };
  }
  const url = placeholder === 'blur' ? placeholderUrl(image, options) : placeholder;
  return {
    backgroundImage: `url("${url}")`,
    backgroundSize: 'cover',
    backgroundPosition: 'center',
    backgroundRepeat: 'no-repeat',
  };
}

const factsOf = (image: ImageSource) => (typeof image === 'string' ? undefined : image);

/**
 * An `<img>` with a srcset of WebP, lazy by default. Its sides keep the place free, and it shows a
 * placeholder until it is loaded or has failed. Throws a TypeError as srcSet does.
 */
export function Image(properties: ImageProps): ReactElement {
  const { image, alt, width, height, placeholder = 'none', format = 'webp', ...rest } = properties;
  const { onLoad, onError, style, fetchPriority, ...others } = rest;
  const [isSettled, setSettled] = useState(false);
  const facts = factsOf(image);
  const { set, attributes } = divide(others);
  const options: SrcSetOptions = { ...set, format };
  const widest = ladderOf(image, options).at(-1)?.requested ?? 1;
  // an image that was in the browser's cache has loaded before React listens
  const settleIfLoaded = useCallback((element: HTMLImageElement | null) => {
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
    src: imageUrl(image, { ...options, width: widest }),
    alt,
    width: width ?? facts?.width,
    height: height ?? facts?.height,
    style: { ...(!isSettled && backgroundOf(placeholder, image, set)), ...style },
    ref: settleIfLoaded,
    onLoad: settle(onLoad),
    onError: settle(onError),
  });
}
