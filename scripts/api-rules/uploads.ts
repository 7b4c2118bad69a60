import {
  MAX_CREDIT_CHARACTERS,
  MAX_LICENSE_URL_CHARACTERS,
} from '../../core/codecs/credit/credit.ts';
import { LOST_PARTS } from '../../core/codecs/lost-part.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { UPLOAD_CONTENT_TYPES } from '../../core/images/upload-type.ts';
import { asCode, decimalBytes, duration, grouped, type RuleArea } from './wording.ts';

export const UPLOAD_RULES: RuleArea = {
  title: 'Uploads',
  introduction:
    'Type, bounds and content of the bytes: `security.bytes-decide-type`, `security.bounds-from-header`, `security.no-metadata-in-renditions` and `security.only-needed-bytes` in [SECURITY.md](../SECURITY.md).',
  rules: {
    'uploads.types': `An upload has one of the types ${asCode(UPLOAD_CONTENT_TYPES)}. HEIC needs its decoder. With \`application/octet-stream\` the bytes decide. Parameters of the type are ignored; any other type is \`415\`.`,
    'uploads.one-table':
      'One table has the content types, extensions and first bytes of images, for the service, the command line, imports and clients. The bytes decide, then the name. An import names each skipped file with its reason, counts it, and exits with 0.',
    'uploads.heic':
      'A HEIC is bounded by its header before it is decoded. It is stored as JPEG, or as PNG where it has transparency, with its colour profile. `convertedFrom` is `heic` then. Without the decoder it is `415` with the cure.',
    'uploads.avif':
      'An AVIF is bounded by its header before it is decoded. It is stored upright as JPEG, or as PNG where it has transparency, with its colour profile. Its first frame counts, also in a movie without a primary image. `convertedFrom` is `avif` then. A crop counts if it begins in the first row and column, as in browsers. One in HDR is `422 invalid_image`.',
    'uploads.bmp':
      'A BMP of Windows or OS/2, of 1 to 32 bits, is stored as PNG with the same pixels. Masks and runs are read, and a profile that is embedded in it stays. The service itself reads it. `convertedFrom` is `bmp` then. One with a JPEG, a PNG or fax data in it is `422 invalid_image`, and TIFF is `415`, each with the cure.',
    'uploads.svg':
      'An SVG is written again from a list of permitted elements, drawn without fonts, files or a network, and stored as PNG. `convertedFrom` is `svg` then. Its longer side has 2,048 pixels, its own number up to 4,096, or 512 at least where it has many layers. A small one with filters has 512 or 1,024, at least four times its own. Structure, sizes and the first frame are those that browsers show. A script, HTML and text that show, and a reference that loads anything from outside are `422 invalid_image` with the cure.',
    'uploads.lost-parts': `\`lost\` of an image lists the parts of the sent file that the stored image lacks, by kind and never by content. ${Object.entries(
      LOST_PARTS,
    )
      .map(([part, meaning]) => `\`${part}\`: ${meaning}.`)
      .join(
        ' ',
      )} \`hasWideGamut\` says whether the stored image has colours beyond sRGB. Both are null for images of earlier versions. \`lost\` is null too where the sent file was gone before a repeated validation.`,
    'uploads.gain-map':
      'A JPEG keeps its gain map (Ultra HDR 1.0 or ISO 21496-1), and `hasGainMap` says so. A HEIC keeps the one that its item `tmap` names. The map is decoded, and rebuilt as an image of its own. Its numbers are parsed and written in millionths. It is at most as large as its image, of the same shape, and of one or three channels. A gain map of any other kind is lost, which `lost` says, and the image stays.',
    'uploads.credit': `With the project's setting \`credit: keep\`, creator, copyright and licence URL of the sent file are read from XMP, else from IPTC, else from EXIF. \`credit\` of the image has them, and is null for none. A text has at most ${MAX_CREDIT_CHARACTERS} characters, and the URL ${grouped(MAX_LICENSE_URL_CHARACTERS)}. The stored file (jpg, png and webp) and each rendition (avif too) state them in a new XMP packet. A gif has none. Metadata that can't be read never refuse an image. The setting at the upload counts, and no call changes the credit of an image.`,
    'uploads.max-size': `\`upload-temporary-image\` accepts at most ${grouped(LIMITS.maxUploadBytes)} bytes, which fit into a Lambda event in base64. An empty body is refused.`,
    'uploads.full-decode': `One full decode proves each upload complete, within ${duration(LIMITS.proofDeadlineMs)}. A truncated or damaged file is \`422 invalid_image\`. A file is complete if its end marker alone is missing. A GIF without one ends behind its last whole frame.`,
    'uploads.leniency':
      'A file with small faults comes in if browsers show all of its pixels. Such are surplus bytes, wrong checksums, missing ends, frames of Motion JPEG, and old containers of AVIF. The stored file has none of them.',
    'uploads.validation-timeout': `A validation that runs out of time is \`503 busy\`: it proves nothing about the image. A direct upload whose validation was killed ${LIMITS.maxKilledValidations} times is refused with the reason \`too_costly\`.`,
    'uploads.rate-limit': `A key and address may upload ${LIMITS.maxUploadsPerMinute} images a minute, IPv6 by /64. More is \`429 rate_limited\`. The local service applies this limit with \`--rate-limits\` only.`,
    'uploads.own-rate-limit': `With \`upload-project-image\`, \`upload-from-url\` and \`create-project-upload\` an API key or a user may upload ${LIMITS.maxOwnUploadsPerMinute} images a minute, from all addresses together. More is \`429 rate_limited\`.`,
    'uploads.from-url': `\`upload-from-url\` reads at most ${decimalBytes(LIMITS.maxSourceBytes)} from a public https URL within ${duration(LIMITS.sourceTimeoutMs)}, and follows at most ${LIMITS.maxSourceRedirects} redirects. The bytes are validated and cleaned as any upload; the server's Content-Type has no effect. The file name comes from \`originalFilename\`, from the Content-Disposition header, or from the path.`,
    'uploads.temporary-limits': `A project holds at most ${LIMITS.maxLiveTemporaryImages} temporary images that are neither saved nor expired, and ${decimalBytes(LIMITS.maxLiveTemporaryBytes)} of them. More is \`429 upload_limit_exceeded\`. Both limits are exact under concurrency.`,
    'uploads.cleaning':
      'An upload is rebuilt from an allow-list of its segments or chunks, and its pixels are not re-encoded. A format where that is impossible is re-encoded. The pixels and the timing stay the same.',
    'uploads.colour-profile':
      'A colour profile stays where it parses and inflates to at most 1 MB. Any other profile is removed. The codes of an AVIF or HEIC are written as a profile. HDR by codes (PQ or HLG) is `422 invalid_image`, in a PNG too.',
    'uploads.file-name': `\`X-Original-Filename\` is percent-encoded or plain UTF-8; bytes that are no UTF-8 are read as ISO 8859-1. It is freed of control characters, invisible marks and folders, and cut to ${LIMITS.maxFilenameLength} code points. The joiners of emoji and of Persian words stay. It never causes a refusal.`,
    'uploads.direct-max-size': `\`create-direct-upload\` accepts up to ${grouped(LIMITS.maxDirectUploadBytes)} bytes. A larger size is \`413\` when the form is requested.`,
    'uploads.direct-form': `A direct upload is an S3 presigned POST with a fixed key, Content-Type and length range, valid for ${duration(LIMITS.directUploadFormMs)}. The presigned POST endpoint accepts nothing that the form doesn't state, and serves nothing.`,
    'uploads.direct-result':
      'The bytes of a direct upload are validated and cleaned as any upload. They become the promised temporary image once, whatever the order of writes, messages and retries.',
    'uploads.direct-states':
      'A direct upload is `pending` until its bytes are validated: save answers `409 temporary_image_pending`. Refused bytes answer `422 temporary_image_refused` with the reason. A form that is not used ends as if it had never been requested.',
    'uploads.direct-state': `\`get-direct-upload\` answers \`200\` with the state of an upload: \`pending\`, \`temporary\`, \`refused\` with the reason, or \`expired\`. It counts as no upload. A form whose bytes don't come is \`expired\` ${duration(LIMITS.directUploadFormMs + LIMITS.directUploadMarginMs)} after it was requested.`,
  },
};

export const TEMPORARY_IMAGE_RULES: RuleArea = {
  title: 'Temporary images and saving',
  introduction:
    'The end, to the second: `security.exact-expiry`. One image for each temporary image: `security.saved-once`. Both are in [SECURITY.md](../SECURITY.md).',
  rules: {
    'temporary.lifetime': `A temporary image lives for ${duration(LIMITS.temporaryLifeMs)}, or for ${LIMITS.minTemporaryLifeHours} to ${LIMITS.maxTemporaryLifeHours} hours by the project's \`temporaryLifeHours\`. After its end save answers \`410\` for ${duration(LIMITS.temporaryGraceMs)}, then \`404\`. Delivery answers \`404\`.`,
    'temporary.delivery': `A temporary image is served and transformed under \`/res\`. Its cache lifetime is at most ${duration(LIMITS.temporaryMaxAgeSeconds * 1000)} and never passes its end. It has \`X-Robots-Tag: noindex\`.`,
    'temporary.max-renditions': `A temporary image has at most ${LIMITS.maxTemporaryRenditions} renditions, which count as transformations. One more is \`429 upload_limit_exceeded\`.`,
    'temporary.removal':
      'The bytes and renditions of an expired temporary image are removed by a sweep. The image that was saved from it keeps its own.',
    'saving.idempotent':
      'A save that is repeated with the same metadata and focal point answers `200` with the same ids, as long as the image exists. The order of metadata keys and nulls make no difference. A later change of the image makes none either.',
    'saving.conflict':
      'A save that is repeated with other metadata, or another focal point, is `409 already_saved`, with `imageId` and `imageUrl`.',
    'saving.after-deletion':
      'Saving leaves the temporary image until its end. The deletion of the image ends it too, and another save is then `404`.',
  },
};

export const IMAGE_RULES: RuleArea = {
  title: 'Images and metadata',
  introduction:
    'No acknowledged change is lost: `security.no-lost-metadata` in [SECURITY.md](../SECURITY.md).',
  rules: {
    'images.stored-fields':
      'An image record has its project, state, time of creation, format, upright width and height, bytes and SHA-256. It also has the number of frames, transparency, original file name, placeholders, metadata and focal point. Its state is `saved`, `deleting` or `deleted`; a temporary image is `pending`, `temporary`, `refused` or `expired`.',
    'images.placeholder':
      'An upload of any kind gets its main colour, as `#c04a1f`, and its [ThumbHash](https://evanw.github.io/thumbhash/) in base64. They are made once, of the first frame, and every description of the image has them. An image of an earlier version has null for both. So has the main colour of an image without an opaque part.',
    'metadata.fields':
      '`update-image-metadata` takes exactly one of `add` (alias `addMetadata`) and `set`; more than one is `400 conflicting_fields`. `focalPoint` stands in place of it or beside it, and both change in one write. An unknown field is refused with the name of the nearest known one.',
    'metadata.null':
      '`add` keeps the other keys, `set` replaces all. A null deletes the key in `add`, and is left out in `set` and in a save.',
    'metadata.values': `A value is a string of at most ${LIMITS.maxMetadataValueLength} Unicode code points, the empty string included. A lone surrogate is refused.`,
    'metadata.keys': `A key has at most ${LIMITS.maxMetadataKeyLength} characters: a lowercase letter, then lowercase letters, digits and underscores. A duplicate key in the JSON is refused.`,
    'metadata.max-keys': `An image has at most ${LIMITS.maxMetadataKeys} keys, also under parallel updates. One invalid key among valid ones stores nothing.`,
    'metadata.focal-point':
      '`focalPoint` is a point in the form of `position`, kept in its shortest form; null removes it. `save-temporary-image` takes it too. Its change is one event and one purge of the renditions: no later answer of the origin has the earlier point. A point that is sent again changes nothing. Of parallel changes the last one stays.',
    'metadata.found-points':
      'With `focalPoints: rekognition`, Amazon Rekognition finds the focal point of each new image of the project: of its faces, else of its largest object. It sets a point once, and only where the save gave none and neither the point nor the renditions were changed since. So a point that a caller gives or removes stays. The setting is refused with the cure where the service has no Amazon Rekognition.',
  },
};

export const DELETION_RULES: RuleArea = {
  title: 'Deletion',
  introduction: 'Immediate and final: `security.deletion-final` in [SECURITY.md](../SECURITY.md).',
  rules: {
    'deletion.steps': `A deletion first marks the record. It then removes the renditions, every version of the original, the temporary image and the CDN copies, and sweeps once more. Every step resumes after a failure. \`get-deletion-status\` shows the time of each step for ${duration(LIMITS.deletionReceiptMs)}.`,
    'deletion.repeatable': 'A deletion that is repeated answers `200` with the same text.',
    'deletion.reference': '`delete-image` takes `imageId` or its alias `imageUrl`, not both.',
    'deletion.cdn-copies':
      'The CDN removes all copies of an image and of its temporary image by one cache tag. The local CDN removes them within 2 seconds, and never keeps an answer whose making began earlier. A browser may show its own copy until the `max-age` of `delivery.cache-lifetime` ends.',
    'deletion.many': `\`delete-images\` deletes up to ${LIMITS.maxImagesDeletedAtOnce} images, by reference or by one metadata pair, and reports each one that doesn't exist.`,
    'deletion.purge-renditions':
      '`purge-image` with `renditionsOnly: true` removes the renditions and CDN copies of an image. They are made again, in the same month without cost.',
  },
};
