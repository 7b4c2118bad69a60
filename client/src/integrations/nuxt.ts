import { type FrameworkOptions, type FrameworkParameters, frameworkUrl } from './framework-url.ts';

/** The options of the provider in `nuxt.config`, and the modifiers of one image. */
export interface NuxtImageOptions extends FrameworkOptions {
  readonly modifiers?: FrameworkParameters;
}

/** The address for `<NuxtImg>`; throws a TypeError for an image of another host than the CDN's. */
export function getImage(
  src: string,
  { modifiers = {}, ...options }: NuxtImageOptions,
): { readonly url: string } {
  // @nuxt/image makes a path of everything that is no URL
  const image = src.replace(/^\/(?=(img|tmp)_)/, '');
  return { url: frameworkUrl(image, modifiers, options) };
}

/** The provider of @nuxt/image: `provider: 'imagewell-client/nuxt'`. */
export default function setUp(): { readonly getImage: typeof getImage } {
  return { getImage };
}
