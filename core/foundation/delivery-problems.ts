const problem = <
  const Status extends number,
  const Title extends string,
  const Hint extends string,
>(
  status: Status,
  title: Title,
  hint: Hint,
) => ({ status, title, hint });

/**
 * Problems that the edge itself can answer, separate from the rest of THE error table so that the
 * edge function stays small.
 */
export const DELIVERY_PROBLEMS = {
  route_not_found: problem(
    404,
    'No resource exists at this address',
    'Images are at /res/ID.EXTENSION or /res/ID/FILE_NAME.EXTENSION, calls at POST /api/v1/NAME.',
  ),
  method_not_allowed: problem(
    405,
    'The method is not allowed for this resource',
    'Use a method of the header Allow.',
  ),
  image_not_found: problem(
    404,
    'The image does not exist',
    'Check the ID; a deleted image does not come back.',
  ),
  temporary_image_not_found: problem(
    404,
    'The temporary image does not exist',
    'Check the ID, or upload the image again.',
  ),
  unsupported_output_format: problem(
    400,
    'The file extension is not a supported output format',
    'Use .jpg, .png, .webp, .avif, .gif or .auto.',
  ),
  invalid_parameter: problem(
    400,
    'A transformation parameter is not valid',
    'Correct or remove the parameter.',
  ),
} as const;

export type DeliveryProblemCode = keyof typeof DELIVERY_PROBLEMS;

/** The `type` of a problem: the absolute URL (RFC 9457 section 3.1.1) of its page on the CDN. */
export const problemType = (code: string, cdnUrl: string): string => `${cdnUrl}/problems/${code}`;
