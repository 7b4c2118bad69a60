import { PROBLEM_CONTENT_TYPE, problemBody } from '../foundation/problem-body.ts';
import { PROBLEMS, type ProblemCode } from '../foundation/problems.ts';
import { pascalCase } from './schema-names.ts';

type Json = Record<string, unknown>;

/** The host of the URLs in the examples. */
const EXAMPLE_CDN_URL = 'https://cdn.example.com';
const EXAMPLE_REQUEST_ID = '8f14e45f-ceea-467f-a8f6-0d2b9a1c7e55';

const RETRIED = [429, 503, 507];
const CODES = Object.keys(PROBLEMS) as ProblemCode[];

/** The codes by their HTTP status; both in a fixed order, so that equal sets are equal texts. */
function codesByStatus(codes: readonly ProblemCode[]): ReadonlyMap<number, ProblemCode[]> {
  const sorted = CODES.filter((code) => codes.includes(code));
  const byStatus = Map.groupBy(sorted, (code) => PROBLEMS[code].status);
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** `ImageNotFound`, `MissingApiKeyOrInvalidApiKey`. */
const nameOfResponse = (codes: readonly ProblemCode[]) => codes.map(pascalCase).join('Or');

function problemResponse(status: number, codes: readonly ProblemCode[]): Json {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: {
      'X-Error-Code': { schema: { type: 'string', enum: codes } },
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(RETRIED.includes(status)
        ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
        : {}),
      ...(status === 405 ? { Allow: { schema: { type: 'string' } } } : {}),
    },
    content: {
      [PROBLEM_CONTENT_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The `responses` of an operation with these problems: one for each status. */
export function problemResponses(
  codes: readonly ProblemCode[],
  shared: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const entries = [...codesByStatus(codes)].map(([status, its]) => {
    const name = nameOfResponse(its);
    const isShared = Object.hasOwn(shared, name);
    const reference = { $ref: `#/components/responses/${name}` };
    return [status, isShared ? reference : problemResponse(status, its)] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * The responses that at least two operations have, by name, for `components.responses`. They are
 * two thirds of a document that repeats them. `operations` has the codes of each operation.
 */
export function sharedResponses(
  operations: readonly (readonly ProblemCode[])[],
): Record<string, Json> {
  const sets = operations.flatMap((codes) => [...codesByStatus(codes)]);
  const byName = Map.groupBy(sets, ([, codes]) => nameOfResponse(codes));
  const shared: Record<string, Json> = {};
  for (const [name, [first, second]] of [...byName].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (first === undefined || second === undefined) continue;
    const [status, codes] = first;
    shared[name] = problemResponse(status, codes);
  }
  return shared;
}

/** The example of each problem, by its code, for `components.examples`. */
export function problemExamples(operations: readonly (readonly ProblemCode[])[]): Json {
  const used = new Set(operations.flat());
  const entries = CODES.filter((code) => used.has(code)).map((code) => [
    code,
    {
      summary: PROBLEMS[code].title,
      value: problemBody(code, EXAMPLE_REQUEST_ID, EXAMPLE_CDN_URL),
    },
  ]);
  return Object.fromEntries(entries);
}
