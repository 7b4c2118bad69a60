import { LIMITS } from '../../core/foundation/limits.ts';
import { FORMAT_NAMES, FORMATS } from '../../core/transform/formats.ts';
import { DEFAULT_QUALITIES } from '../../core/transform/parameter-words.ts';
import { PARAMETERS } from '../../core/transform/parameters.ts';
import { duration, grouped, type RuleArea } from './wording.ts';

const withoutQuality = FORMAT_NAMES.filter((name) => FORMATS[name].defaultQuality === undefined);
const maxPixels = FORMAT_NAMES.map(
  (name) => `${name} ${grouped(FORMATS[name].maxOutputPixels)}`,
).join(', ');

export const TRANSFORMATION_RULES: RuleArea = {
  title: 'Transformations',
  introduction:
    'All parameters with their values and defaults: [transformations.md](transformations.md).',
  rules: {
    'transformations.size': `\`width\` and \`height\` are decimal numbers without leading zeros: ${PARAMETERS.width.values}. One of them keeps the ratio. Both give exactly that box, by default with \`fit=cover\`, centred or around the focal point.`,
    'transformations.quality': `\`quality\` is ${PARAMETERS.quality.values}; the defaults are ${DEFAULT_QUALITIES}. It has no effect on ${withoutQuality.join(' and ')}.`,
    'transformations.auto-quality':
      '`quality=auto` is chosen by the pixels of the result, for an even score in place of an even number. `auto-low` and `auto-high` aim lower and higher. The same pixels always have the same quality, and the first frame of an animation decides. Above 8 megapixels it is a fixed quality. Files may be smaller or larger than those of the default.',
    'transformations.chroma':
      'A JPEG and an AVIF have the full resolution of colour where half of it would lose fine colour. The pixels of the result decide. A very large JPEG has half, a very large AVIF all. WebP always has half, and keeps the edges of fine colour sharp.',
    'transformations.fit':
      '`fit` and `position` decide how the image fills the box. `dpr` multiplies both sides. The three are ignored without a size; `ratio` is one for `fit` and `position`.',
    'transformations.ratio':
      '`ratio=w:h` with one of `width` and `height` gives the other, rounded, before `dpr`. Without both it is the box: the largest in the image, and for `contain` the smallest around it. With both it has no effect. Equal ratios are one rendition.',
    'transformations.point':
      '`position=x,y` is a point of the cropped and turned image, in fractions of its sides. `cover` keeps the part whose middle is nearest to it. `contain` divides the free space in its proportions. The nine points with a name are the same as their names.',
    'transformations.focal-point':
      'Without a `position`, `cover` keeps the focal point of the image, if it has one. The point is of the upright image: `crop`, `rotate`, `flip` and `flop` move it, and one outside the crop moves to its edge. A named `position` wins, `position=center` too. `contain` is centred without a `position`.',
    'transformations.trim':
      '`trim` cuts off borders of one colour, of the upright image and before any other step. `crop`, `position` and the focal point are then of the trimmed image. All frames of an animation count, in every format. The size bounds hold for the trimmed result, and `explain-transformation` answers the size without `trim`. Requests that trimming makes equal may be two renditions.',
    'transformations.crop':
      '`crop=x,y,w,h` cuts the upright image, and is itself cut to the image. A crop that leaves nothing is `400 invalid_parameter`. In per cent both edges are rounded to pixels, so that neighbours meet; at least one pixel is left.',
    'transformations.orientation':
      'A JPEG or PNG is turned upright by its EXIF orientation, which browsers ignore in a WebP. `rotate` turns it clockwise, `flip` is upside down, and `flop` is mirrored.',
    'transformations.effects':
      '`grayscale` removes the colour. `blur` and `sharpen` are a sigma in pixels of the result.',
    'transformations.colours':
      '`brightness`, `contrast`, `gamma`, `saturation`, `hue`, `tint`, `negate` and `pixelate` follow formulas over 8-bit sRGB values ([transformations.md](transformations.md)). They run on the resized image and leave `background` as it is. `pixelate` averages alpha too; the others leave it.',
    'transformations.shape':
      '`radius` and `mask=circle` make the corners transparent, in each frame. `radius` is multiplied by `dpr` as the sides are, and is at most half of the shorter side; larger values are the same rendition. In formats without transparency the corners have the colour of `background`, or white. `auto` keeps its choice of format.',
    'transformations.pad':
      '`pad` adds margins around the resized image: one width, or four as top, right, bottom and left, each times `dpr`. The size bounds hold for the result with its margins. They show `background`, are transparent without it, and white in formats without transparency.',
    'transformations.border':
      '`border=w,colour` is painted on the edges of the result, after `pad`, and changes no size. It is black without a colour, and its width is multiplied by `dpr`. It follows `radius` and `mask=circle`. A width beyond half of the shorter side is the same rendition as half of it.',
    'transformations.overlay':
      '`overlay=img_…` draws a saved image of the same project over the result, after all other steps and over every frame. The part that shows the image is its ground: without the margins of `contain` and `pad`, and between round corners. `overlay-width` is per cent of the width of that part; the overlay is never higher than it. `overlay-position` divides the free space. `overlay-tile=1` covers the whole result; so does an overlay where margins and an outline meet. Another ID is `404 overlay_not_found`.',
    'transformations.overlay-text':
      '`overlay-text` draws a text in place of the image of `overlay`, in the bundled font, in white or in `overlay-color`. It has 1 to 100 characters after composition (NFC), of which one can be seen. Its box is its outlines and a margin of a quarter of the font size. A character that the font lacks, a control character other than a line break, and a bidirectional control are `400 invalid_parameter` with their number and place. Both overlays together are refused.',
    'transformations.text-lines':
      'A line break in `overlay-text` begins a line. With `overlay-font-size` lines also break within `overlay-width`: at spaces, after hyphens, at soft hyphens, and within a word that is wider. The box is then as wide as its longest line, and smaller where it would be too high. `overlay-align` aligns lines, else the side of `overlay-position`. Each paragraph runs in the direction of its first strong letter. Runs of spaces are one space. A text in one line without `overlay-font-size` is drawn as before, and these parameters do not change it.',
    'transformations.watermark':
      "A project's `watermark` is such an overlay, image or text, on every image and temporary image of the project, whatever is requested. It is drawn last. No original is served, not in place of a rendition either, except for `signing.originals`. While its image is deleted or blocked, every image is `503 watermark_unavailable`. A change purges the CDN.",
    'transformations.background':
      '`background` is the colour that `contain` and `pad` add and that lies below transparent parts. Without it they are transparent, and white in formats without transparency.',
    'transformations.order':
      'The steps run in one fixed order, whatever the order of the parameters ([transformations.md](transformations.md)).',
    'transformations.enlarging':
      'Nothing is enlarged without `enlarge=true`. Without it `cover` gives the largest box of the requested ratio. `inside` and `outside` give at most the size of the original, and `fill` at most its sides. `contain` keeps the box and does not enlarge the image in it.',
    'transformations.wrong-values':
      'A known parameter that is malformed, out of bounds or repeated is `400 invalid_parameter`, with all faults together. The edge answers where it can tell.',
    'transformations.encoded-names':
      'The name of a parameter may be percent-encoded: `%77idth=400` is `width=400`, with one cache key.',
    'transformations.unknown-parameters':
      'Unknown parameters are ignored and are no part of the cache key.',
    'transformations.told-ignored':
      'The local service names up to five unknown parameters of an image URL in `X-Ignored-Parameters`, each with the nearest known name. Pages of any origin can read the header. The log has one warning for each name. In AWS the setting `tellIgnored` adds the header. A cached entry never holds it, and the answer is the same without it.',
    'transformations.rendition-key':
      'Requests with the same effective result share one stored rendition, one unit of quota and, where the edge can tell, one CDN cache entry. Different results never share one.',
    'transformations.colour':
      'A rendition has 8-bit colours of sRGB, or of Display P3 by `gamut=keep`, and white below transparency in jpg. They are the colours that browsers show of the stored image: by its profile, or by the codes or numbers of a PNG. An image of four inks without a profile is converted as browsers do it.',
    'transformations.gamut':
      '`gamut=keep` answers an image with colours beyond sRGB (`hasWideGamut`) in Display P3, with the profile of it. Colours beyond Display P3 become the nearest within it. Colours of parameters and overlays are converted, so that they look the same. It has no effect on other images, on animations, with `grayscale` and in gif. An image of an earlier version, whose `hasWideGamut` is null, is converted too.',
    'transformations.hdr':
      '`hdr=true`, or the setting `hdr` of a project, keeps the gain map of an image that has one (`hasGainMap`) in a jpg rendition. The map follows `trim`, `crop`, `rotate`, `flip`, `flop`, each `fit` and `pad`. It is left out beside `overlay`, `overlay-text`, a watermark, `border`, `radius`, `mask`, a crop by `attention` or `entropy`, and every effect but `sharpen`. The result is then the one without `hdr`, as of other images and in other formats. With `auto`, a result that keeps its map is a jpg. `hdr=false` overrides the setting. The stored image keeps its map, and no rendition without one is answered by it.',
    'transformations.animation':
      'An animation stays one between gif and webp; any other format has its first frame. `rotate`, `attention` and `entropy` on several frames are `422 unsupported_for_animation`. An animated PNG counts as its first frame.',
    'transformations.first-frame':
      '`frame=0` is the first frame of an animation as a still image, with the bounds of one frame. No other frame can be requested. On still images it makes no other rendition. With `auto` it allows AVIF.',
    'transformations.max-output': `A rendition has at most this many pixels over all frames: ${maxPixels}. More, or a side that the format can't hold, is \`422 image_too_large\`. So is a rendition that would cost more than ${grouped(LIMITS.maxRenditionPriceMs)} ms of CPU (\`security.bounded-price\`). Where its encoder alone makes a WebP, an AVIF or a GIF that dear, it is encoded faster, with more bytes.`,
  },
};

export const DELIVERY_RULES: RuleArea = {
  title: 'Delivery',
  introduction:
    'Headers of every answer: `security.delivery-headers`. Errors in the CDN cache: `security.no-kept-5xx`. Both are in [SECURITY.md](../SECURITY.md).',
  rules: {
    'delivery.extension': `The extension selects the format, in any case: ${FORMAT_NAMES.flatMap((name) => FORMATS[name].extensions).join(', ')}, auto. Any other is \`400 unsupported_output_format\`, which names the nearest one where a letter is wrong.`,
    'delivery.file-name':
      '`/res/<id>/<name>.<ext>` is the same image as `/res/<id>.<ext>`, with one CDN entry for all names. A name has 1 to 80 UTF-16 units in percent-encoded UTF-8. It does not begin with a dot or a space. Control characters, invisible marks and `" % * / : < > ? \\ | ~` are `404 route_not_found`. No signature covers it.',
    'delivery.download':
      '`download=1` adds `Content-Disposition: attachment` with the file name of the URL, or the ID, and the extension of the bytes. It makes no other rendition. Each name is a CDN entry of its own, and the answer without it never has the header. A refusal never has it. It is signed as any parameter.',
    'delivery.fallback': `\`fallback=<image ID>\`, or else \`fallbackImage\` of the project, is served in place of a missing image: deleted, expired, blocked or unknown. It replaces \`404 image_not_found\`, \`404 temporary_image_not_found\` and \`410 url_expired\`, and no other refusal. The status is 200, with the header \`Imagewell-Fallback: <code>\` and a cache lifetime of ${duration(LIMITS.fallbackMaxAgeSeconds * 1000)}. It is a saved image of the same project, under the project's rules and signature, and its renditions count as its own. A missing fallback is no fallback: the refusal stays. An unknown ID has no project, so only \`fallback\` helps there.`,
    'delivery.auto': `\`auto\` selects AVIF or WebP where \`Accept\` names it explicitly, by weight; else the stored format. It has its own CDN cache entries and sends \`Vary: Accept\`. AVIF above ${grouped(LIMITS.maxQuickAvifPixels)} pixels is made in the background, and another format is served for ${duration(LIMITS.forNowMaxAgeSeconds * 1000)} meanwhile.`,
    'delivery.stored-image':
      'A URL without parameters in the stored format is the stored image, byte for byte. It is not a transformation.',
    'delivery.never-larger':
      'Where format and size are those of the stored image and nothing visible changes, the stored image is served if it has fewer bytes. `auto` without parameters also serves it in place of a larger AVIF or WebP. A WebP of a GIF is the shorter one of two encodings if the first has more bytes than the GIF.',
    'delivery.old-addresses': `An address \`/old/<projectId>/<old path>\` with a route in the project is \`308\` to the image of the route, always on the same host. It has \`Cache-Control: public, max-age=${LIMITS.routeMaxAgeSeconds}\`. Encoding and order of its parameters don't matter. Without a route it is \`404 route_not_found\`. The operator sets the routes, at most ${LIMITS.maxRoutes} in a project.`,
    'delivery.tolerated-parameters':
      'An old address is the same with and without what URL builders and links add: `_a`, `ixlib`, `utm_…`, `fbclid`, `gclid` and the others of [Old addresses](guides/addresses.md#redirects). Signatures and every other parameter are a part of it.',
    'delivery.edge-canonical':
      "No request reaches the renderer without a function at the edge, which writes a fixed list of query strings. They alone are the CDN's cache key. The edge answers an old address that can be no route.",
    'delivery.whole-renditions':
      'A stored rendition is sent only if its length and its SHA-256 are those of its record. A missing or torn one is made again, which costs no unit.',
    'delivery.cache-lifetime': `An image has \`Cache-Control: public, max-age=${LIMITS.browserMaxAgeSeconds}, s-maxage=${LIMITS.edgeMaxAgeSeconds}\`. A project can choose another \`max-age\` by \`browserMaxAge\`, from 0 to ${LIMITS.maxBrowserMaxAgeSeconds} seconds. No answer outlives its temporary image or its signed URL.`,
    'delivery.content-length':
      'Every image has a `Content-Length`. The CDN never keeps an answer that ended early, and a stored image is read before its answer begins.',
    'delivery.etag-strong':
      'Every image has a strong `ETag`. A matching `If-None-Match` is `304`, from the origin and from the CDN.',
    'delivery.head': '`HEAD` answers as `GET` without the body.',
    'delivery.error-code-header':
      "An error under `/res` carries its code in `X-Error-Code`, since an `<img>` can't read a body. Errors of CloudFront itself keep their own body.",
    'delivery.server-timing':
      '`Server-Timing` of a successful image or call has the milliseconds of its phases: `auth`, `store`, `render`, `call`; a refusal has none. The header of an image begins with the time of its measurement, and the local edge keeps none with a cached response. Pages of allowed origins can read it.',
    'delivery.error-lifetime': `An error \`4xx\` of delivery is kept for at most ${LIMITS.errorMaxAgeSeconds} seconds; \`429\` and \`5xx\` are \`no-store\`.`,
  },
};

export const SIGNED_URL_RULES: RuleArea = {
  title: 'Presets, allowed sizes, signed URLs',
  introduction: 'The canonical form and test vectors: [signed-urls.md](signed-urls.md).',
  rules: {
    'presets.query': `\`preset\` is the name of a query that the project keeps: ${PARAMETERS.preset.values}. It can't be combined with other parameters. It shares its rendition with its query.`,
    'sizes.allowed':
      'A project may list its allowed widths and heights. Any other size, and any other parameter that multiplies renditions, is `400 invalid_parameter`, and nothing is made.',
    'signing.urls':
      'A project may require signatures. Any request that means the same as the signed one is served; an altered one is `403 signature_invalid`, an unsigned one `403 signature_required`.',
    'signing.canonical-form':
      'The signature is the base64url of HMAC-SHA256 over `/res/<id>.<ext>?<canonical query>&expires=<n>`, without a query `?expires=<n>`. It is compared in constant time.',
    'signing.originals':
      'A signature over `original:` and the text of `signing.canonical-form` opens an original of a project with a watermark or required signatures. The address is plain and in the stored format. Every answer is `Cache-Control: private, no-store`. No other signature opens an original, and this one opens nothing else.',
    'signing.expiry':
      'A signed URL is `410 url_expired` from the second `expires` on. No answer is kept longer.',
    'signing.secrets': `A project has at most ${LIMITS.maxSigningSecrets} signing secrets, either of which signs. A secret is answered once, and ends with its revocation.`,
    'signing.cdn-copies':
      'A change of sizes, presets or signatures, and a revoked secret, makes the CDN forget the answers of the project.',
  },
};
