/** Columns of core's tables that decide no address: the edge and each page would carry them. */
const UNUSED_COLUMNS = 'contentType|canUpload|isSlow|maxSide|maxOutputPixels|schema';

/** Columns that are only tried for truth: a row without one says the same as `false`. */
const TRUTHS = 'defaultQuality|hasAlpha|hasAnimation';

/**
 * Bundled code without these columns, each of which stands on its own line. Throws if the code
 * reads one of them.
 */
export function dropColumns(code: string): string {
  const unused = `(${UNUSED_COLUMNS}): .*|(${TRUTHS}): (false|void 0)`;
  const short = code.replace(new RegExp(`^\\s+(${unused}),?\\n`, 'gm'), '');
  const use = new RegExp(`\\b(${UNUSED_COLUMNS})\\b`).exec(short);
  if (use) throw new Error(`The code uses the column ${use[0]}, which is dropped.`);
  return short;
}

/**
 * Properties of core's tables and of a parsed query, which bundles may rename to a letter: half a
 * kilobyte of the edge function. None of them is in CloudFront's event or in an answer's body.
 */
export const INNER_NAMES =
  /^(defaultQuality|errors|extensions|fault|format|hasAlpha|hasAnimation|hasOwnCacheKey|ignored|isOfAddress|parameter|parameters|parse|values|whenAbsent)$/;

/** Those that a caller of the canonical address reads, in a bundle where it stands outside. */
export const NAMES_OF_CALLERS = /^fault$/;
