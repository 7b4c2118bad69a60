import { CLOUDFLARE_RULES } from './cloudflare/cloudflare-rules.ts';
import { translateCloudflare } from './cloudflare/translate-cloudflare.ts';
import { CLOUDINARY_RULES } from './cloudinary/cloudinary-rules.ts';
import { translateCloudinary } from './cloudinary/translate-cloudinary.ts';
import { DIT_FILTER_RULES, DIT_QUERY_RULES, DIT_RESIZE_RULES, DIT_RULES } from './dit/dit-rules.ts';
import { translateDit } from './dit/translate-dit.ts';
import { IMAGEKIT_QUERY_RULES, IMAGEKIT_RULES } from './imagekit/imagekit-rules.ts';
import { translateImagekit } from './imagekit/translate-imagekit.ts';
import { IMGIX_RULES } from './imgix/imgix-rules.ts';
import { translateImgix } from './imgix/translate-imgix.ts';
import { IMGPROXY_RULES } from './imgproxy/imgproxy-rules.ts';
import { translateImgproxy } from './imgproxy/translate-imgproxy.ts';
import { NEXT_RULES, translateNext } from './next/translate-next.ts';
import { base64Text, splitAddress } from './read-values.ts';
import type { Rule } from './rule.ts';
import { SUPABASE_RULES, translateSupabase } from './supabase/translate-supabase.ts';
import { THUMBOR_RULES } from './thumbor/thumbor-rules.ts';
import { translateThumbor } from './thumbor/translate-thumbor.ts';
import type { Service, Translation } from './translation.ts';
import { translateUploadcare } from './uploadcare/translate-uploadcare.ts';
import { UPLOADCARE_RULES } from './uploadcare/uploadcare-rules.ts';

/** A rule as the documents show it; its context doesn't matter there. */
export type ShownRule =
  | Pick<Extract<Rule<never>, { readonly to: string }>, 'to' | 'but' | 'about' | 'also'>
  | Extract<Rule<never>, { readonly unmappable: string } | { readonly dropped: string }>;

interface ServiceRow {
  /** For users. */
  readonly title: string;
  readonly translate: (address: string) => Translation;
  /** Whether an address is certainly of this service. */
  readonly isOwn: (host: string, path: string) => boolean;
  /** The tables of its parameters, by a heading. */
  readonly tables: Readonly<Record<string, Readonly<Record<string, ShownRule>>>>;
}

const isJson = (path: string) =>
  path.startsWith('eyJ') && base64Text(path)?.startsWith('{') === true;

/** THE table of services. */
export const SERVICE_ROWS: Readonly<Record<Service, ServiceRow>> = {
  cloudinary: {
    title: 'Cloudinary',
    translate: translateCloudinary,
    isOwn: (host) => /(^|[.-])(res\.)?cloudinary\.com$/.test(host),
    tables: { Parameters: CLOUDINARY_RULES },
  },
  imgix: {
    title: 'imgix',
    translate: translateImgix,
    isOwn: (host) => host.endsWith('.imgix.net'),
    tables: { Parameters: IMGIX_RULES },
  },
  imgproxy: {
    title: 'imgproxy',
    translate: translateImgproxy,
    isOwn: (_, path) => path.startsWith('insecure/'),
    tables: { Options: IMGPROXY_RULES },
  },
  thumbor: {
    title: 'thumbor',
    translate: translateThumbor,
    isOwn: (_, path) => path.startsWith('unsafe/'),
    tables: { 'Parts and filters': THUMBOR_RULES },
  },
  dit: {
    title: 'Dynamic Image Transformation for CloudFront',
    translate: translateDit,
    isOwn: (_, path) => isJson(path),
    tables: {
      'Edits of a JSON request': DIT_RULES,
      'Keys of the edit resize': DIT_RESIZE_RULES,
      'Names of a query': DIT_QUERY_RULES,
      'Filters of a path': DIT_FILTER_RULES,
    },
  },
  imagekit: {
    title: 'ImageKit',
    translate: translateImagekit,
    isOwn: (host) => host === 'ik.imagekit.io',
    tables: { Parameters: IMAGEKIT_RULES, 'Names of a query': IMAGEKIT_QUERY_RULES },
  },
  cloudflare: {
    title: 'Cloudflare Images',
    translate: translateCloudflare,
    isOwn: (host, path) => host === 'imagedelivery.net' || path.startsWith('cdn-cgi/image'),
    tables: { Options: CLOUDFLARE_RULES },
  },
  uploadcare: {
    title: 'Uploadcare',
    translate: translateUploadcare,
    isOwn: (host) => host === 'ucarecdn.com' || host.endsWith('.ucarecd.net'),
    tables: { Operations: UPLOADCARE_RULES },
  },
  supabase: {
    title: 'Supabase Storage',
    translate: translateSupabase,
    isOwn: (_, path) => /^storage\/v1\/(render\/image|object)\//.test(path),
    tables: { Parameters: SUPABASE_RULES },
  },
  next: {
    title: 'Next.js',
    translate: translateNext,
    isOwn: (_, path) => /^_(next|vercel)\/image$/.test(path),
    tables: { Parameters: NEXT_RULES },
  },
};

/** The service of an address, if its host or its path says so. */
export function detectService(address: string): Service | undefined {
  const { host, path } = splitAddress(address);
  const names = Object.keys(SERVICE_ROWS) as Service[];
  return names.find((name) => SERVICE_ROWS[name].isOwn(host, path));
}
