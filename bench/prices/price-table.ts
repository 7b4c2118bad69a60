/**
 * `npm run bench -- --prices [--only TEXT]`: the costliest legal request of each kind, as large as
 * its price allows, with its CPU beside its price (security.bounded-price). It ends with 1 if one
 * costs more than the bound.
 */
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { UnfitContentError } from '../../core/ports/images/image-engine.ts';
import { boundPrice } from '../../core/transform/price/bound-price.ts';
import { parseQuery } from '../../core/transform/query.ts';
import { pairsOfQueryText } from '../../core/transform/query-text.ts';
import {
  isTransformationFault,
  outputSize,
  resolveTransformation,
  type Transformation,
} from '../../core/transform/transformation.ts';
import { COSTLY_ORIGINALS, type CostlyOriginal, type OriginalName } from './costly-originals.ts';
import { COSTLY_REQUESTS, type CostlyRequest } from './costly-requests.ts';

interface Legal {
  readonly requested: Transformation;
  readonly price: number;
}

/** The request at this width, at most of the original where it is large; undefined if refused. */
function legalAt(
  { facts }: CostlyOriginal,
  { format, query }: CostlyRequest,
  width: number,
): Legal | undefined {
  const height = Math.max(1, Math.round((width * facts.height) / facts.width));
  const text = `width=${width}&height=${height}&enlarge=true${query && `&${query}`}`;
  const { parameters, errors } = parseQuery(pairsOfQueryText(text));
  if (errors[0]) throw new Error(errors[0].detail);
  const resolved = resolveTransformation(facts, format, parameters);
  if (isTransformationFault(resolved)) return undefined;
  const bounded = boundPrice(facts, resolved);
  if ('fault' in bounded) return undefined;
  return { requested: bounded.requested, price: bounded.price.milliseconds };
}

const MAX_SIDE = 8_192;
const STEP = 0.98;

/** The largest legal result: the price isn't monotonous where an encoder changes its settings. */
function largestLegal(original: CostlyOriginal, request: CostlyRequest): Legal | undefined {
  for (let width = MAX_SIDE; width > 16; width = Math.floor(width * STEP)) {
    const legal = legalAt(original, request, width);
    if (legal) return legal;
  }
  return undefined;
}

async function measureCpu(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1_000);
}

async function measureRequest(original: CostlyOriginal, request: CostlyRequest): Promise<string[]> {
  const legal = largestLegal(original, request);
  if (!legal) return ['none is legal', '', '', ''];
  const { requested, price } = legal;
  const engine = await createSharpEngine();
  const { width, height } = outputSize(requested);
  const size = `${width} x ${height}${requested.isFastEncoded ? ', fast' : ''}`;
  try {
    const cpu = await measureCpu(() => engine.render(original.bytes, requested));
    if (cpu > LIMITS.maxRenditionPriceMs) process.exitCode = 1;
    return [size, `${price}`, `${cpu}`, cpu > LIMITS.maxRenditionPriceMs ? 'exceeds' : 'holds'];
  } catch (error) {
    if (error instanceof UnfitContentError) return [size, `${price}`, '', 'refused when opened'];
    process.exitCode = 1;
    return [size, `${price}`, '', `fails: ${String(error).split('\n')[0]}`];
  }
}

/** Prints the table, a line for each request. */
export async function printPrices(only: string): Promise<void> {
  const chosen = COSTLY_REQUESTS.filter(({ from, format, query }) =>
    `${from} ${format} ${query}`.includes(only),
  );
  console.log('| original | format | query | size | price, ms | CPU, ms | |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const from of Object.keys(COSTLY_ORIGINALS) as OriginalName[]) {
    const requests = chosen.filter((request) => request.from === from);
    if (requests.length === 0) continue;
    const original = await COSTLY_ORIGINALS[from]();
    for (const request of requests) {
      const cells = await measureRequest(original, request);
      console.log(`| ${[from, request.format, request.query, ...cells].join(' | ')} |`);
    }
  }
}
