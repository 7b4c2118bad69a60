import { withoutEndSlashes } from './without-end-slashes.ts';

/** An image by its URL, its ID, or as the service returns it; the sides are the original's. */
export type ImageSource =
  | string
  | {
      readonly imageUrl: string;
      readonly width?: number;
      readonly height?: number;
      /** For `placeholder="color"` of the React component. */
      readonly mainColor?: string | null | undefined;
    };

/** Where images are served. */
export interface CdnOptions {
  /**
   * The CDN URL of the service: an ID needs it, and it refuses addresses of other hosts. Without
   * it every address that has the form of an image URL is accepted.
   */
  readonly cdnUrl?: string | undefined;
}

const ID = /^(?:img|tmp)_[a-z2-7]{26}$/;
const ADDRESS =
  /^([^?#]*)\/(res|private\/prj_[a-z2-7]{26})\/((?:img|tmp)_[a-z2-7]{26})(\/[^/?#]+)?\.([a-z]+)([?#]|$)/i;

/** Where images are served, and under which name. */
export interface StemOptions extends CdnOptions {
  /**
   * A name for search engines and downloads, without its extension, at most 80 characters. Without
   * it, the URL keeps the name that it has.
   */
  readonly fileName?: string | undefined;
}

interface ImageAddress {
  /** The URL up to the extension, without a dot. */
  readonly stem: string;
  /** Undefined for an ID alone. */
  readonly extension?: string | undefined;
}

/**
 * The parts of an image's URL, without its query. Throws a TypeError for an ID without a CDN URL
 * and for a text that is no image URL. It throws one for another host than the CDN's, too.
 */
export function addressOf(image: ImageSource, { cdnUrl, fileName }: StemOptions): ImageAddress {
  const text = typeof image === 'string' ? image : image.imageUrl;
  const base = cdnUrl && withoutEndSlashes(cdnUrl);
  const name = fileName ? `/${encodeURIComponent(fileName)}` : '';
  if (ID.test(text)) {
    if (!base) throw new TypeError(`The image ID ${text} needs the option cdnUrl.`);
    return { stem: `${base}/res/${text}${name}` };
  }
  const [, host = '', folder, id, own = '', extension] = ADDRESS.exec(text) ?? [];
  if (!id) throw new TypeError(`${text} is no URL or ID of an image.`);
  if ((base ?? host) !== host) throw new TypeError(`${text} is no image of ${base}.`);
  // a private address has no name
  const named = folder === 'res' ? name || own : '';
  return { stem: `${host}/${folder}/${id}${named}`, extension };
}
