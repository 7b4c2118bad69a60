import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  buildEdgeFunction,
  PRIVATE_REQUEST_ENTRY,
  VIEWER_REQUEST_ENTRY,
} from '../../../../lambdas/edge/build-edge-function.ts';
import { MAX_PRIVATE_REQUEST_BYTES, withCdnUrl } from '../../../../lambdas/edge/with-cdn-url.ts';
import { isEdgeResponse, loadEdgeFunction } from '../../../../local/cloudfront/edge-function.ts';
import { queryTextOf } from '../../../../local/cloudfront/edge-origin.ts';
import { parseEdgeEvent } from '../../../../local/cloudfront/parse-edge-event.ts';

const ROOT = process.cwd();
const TABLE = 'core/transform/parameters.ts';
/** A parameter with `true` and `false`. */
const ONE_MORE = `
  tone: parameter(flag),
`;
const FIRST_ROW = 'export const PARAMETERS = {';
const LONGEST = `https://${'a'.repeat(253)}`;
/** Some readers of CloudFront's "10 KB" take it for 10,000 bytes. */
const BOUND = 9_500;

/** A copy of the sources of the edge function, whose table has these rows too. */
function withRows(rows: string, entry = VIEWER_REQUEST_ENTRY): string {
  const sources: string[] = [];
  buildEdgeFunction(ROOT, entry, (paths) => sources.push(...paths));
  const root = mkdtempSync(join(tmpdir(), 'imagewell-edge-size-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const path of sources) cpSync(join(ROOT, path), join(root, path));
  const table = readFileSync(join(root, TABLE), 'utf8');
  expect(table).toContain(FIRST_ROW);
  writeFileSync(
    join(root, TABLE),
    table.replace(FIRST_ROW, () => FIRST_ROW + rows),
  );
  return root;
}

it('the edge function has less than 9,500 bytes with one more parameter and the longest domain name', () => {
  const code = buildEdgeFunction(withRows(ONE_MORE));
  const url = `/res/img_${'a'.repeat(26)}.webp?hdr=false&gamut=keep&width=9&tone=true`;
  const viewer = { method: 'GET', rawUrl: url, rawHeaders: [], ip: '::1', requestId: 'r' };
  const sent = loadEdgeFunction(code)(parseEdgeEvent(viewer));
  if (isEdgeResponse(sent)) throw new Error('refused');
  expect(queryTextOf(sent)).toBe('width=9&more=tone-true~gamut-keep~hdr-false');
  for (const each of [code, withCdnUrl(code, LONGEST)]) {
    expect(Buffer.byteLength(each)).toBeLessThan(BOUND);
  }
});

it('the edge function of private images has less than 9,850 bytes with the same', () => {
  const root = withRows(ONE_MORE, PRIVATE_REQUEST_ENTRY);
  const code = buildEdgeFunction(root, PRIVATE_REQUEST_ENTRY);
  const longest = withCdnUrl(code, LONGEST, MAX_PRIVATE_REQUEST_BYTES);
  for (const each of [code, longest]) expect(Buffer.byteLength(each)).toBeLessThan(9_850);
});
