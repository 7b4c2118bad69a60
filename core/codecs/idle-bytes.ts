/**
 * The number of idle bytes that are allowed at the end of coded data. Encoders round up to whole
 * words, and decoders read that far ahead.
 */
export const MAX_IDLE_BYTES = 16;
