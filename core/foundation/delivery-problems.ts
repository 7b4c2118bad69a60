/** Problems that the edge itself can answer: apart from the rest of THE error table so that the edge function stays small. */
export const DELIVERY_PROBLEMS = {
  route_not_found: { status: 404, title: 'There is nothing at this address' },
  method_not_allowed: { status: 405, title: 'The method is not allowed here' },
  image_not_found: { status: 404, title: 'There is no such image' },
  temporary_image_not_found: { status: 404, title: 'There is no such temporary image' },
  unsupported_output_format: {
    status: 400,
    title: 'The extension is not one that images are served in',
  },
  invalid_parameter: { status: 400, title: 'A transformation parameter is not valid' },
} as const;

export type DeliveryProblemCode = keyof typeof DELIVERY_PROBLEMS;
