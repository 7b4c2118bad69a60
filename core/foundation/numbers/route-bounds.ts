/** The longest route in bytes of UTF-8, for a key of DynamoDB. Alone, since the edge reads it. */
export const MAX_ROUTE_PATH_BYTES = 1_000;
