/**
 * Problems that the edge itself can answer, separate from the rest of THE error table so that the
 * edge function stays small.
 */
export const DELIVERY_PROBLEMS = {
  route_not_found: { status: 404, title: 'No resource exists at this address' },
  method_not_allowed: { status: 405, title: 'The method is not allowed for this resource' },
  image_not_found: { status: 404, title: 'The image does not exist' },
  temporary_image_not_found: { status: 404, title: 'The temporary image does not exist' },
  unsupported_output_format: {
    status: 400,
    title: 'The file extension is not a supported output format',
  },
  invalid_parameter: { status: 400, title: 'A transformation parameter is not valid' },
} as const;

export type DeliveryProblemCode = keyof typeof DELIVERY_PROBLEMS;
