import { type FrameworkOptions, frameworkUrl } from './framework-url.ts';

/** What `next/image` gives a loader. */
export interface LoaderProps {
  /** The URL or ID of an image. */
  readonly src: string;
  readonly width: number;
  readonly quality?: number | undefined;
}

/**
 * A loader for `next/image`: the default export of the `loaderFile`, or the `loader` of one image.
 * It throws a TypeError for an image of another host than the CDN's.
 */
export function createImageLoader(options: FrameworkOptions): (props: LoaderProps) => string {
  return ({ src, width, quality }) => frameworkUrl(src, { width, quality }, options);
}
