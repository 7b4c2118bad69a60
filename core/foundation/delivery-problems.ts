/**
 * Problems that the edge itself can answer, separate from the rest of THE error table so that the
 * edge function stays small.
 */
export const DELIVERY_PROBLEMS = {
  route_not_found: {
    status: 404,
    title: 'No resource exists at this address',
    hint: 'Images are at /res/ID.EXTENSION or /res/ID/FILE_NAME.EXTENSION, calls at POST /api/v1/NAME.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed for this resource',
    hint: 'Use a method of the header Allow.',
  },
  image_not_found: {
    status: 404,
    title: 'The image does not exist',
    hint: 'Check the ID; a deleted image does not come back.',
  },
  temporary_image_not_found: {
    status: 404,
    title: 'The temporary image does not exist',
    hint: 'Check the ID, or upload the image again.',
  },
  unsupported_output_format: {
    status: 400,
    title: 'The file extension is not a supported output format',
    hint: 'Use .jpg, .png, .webp, .avif, .gif or .auto.',
  },
  invalid_parameter: {
    status: 400,
    title: 'A transformation parameter is not valid',
    hint: 'Correct or remove the parameter.',
  },
} as const;

export type DeliveryProblemCode = keyof typeof DELIVERY_PROBLEMS;

/** The `type` of a problem: the absolute URL (RFC 9457 section 3.1.1) of its page on the CDN. */
export const problemType = (code: string, cdnUrl: string): string => `${cdnUrl}/problems/${code}`;
