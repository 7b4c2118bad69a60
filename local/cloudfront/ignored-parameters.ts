import {
  IGNORED_PARAMETERS_HEADER,
  ignoredParameters,
} from '../../core/transform/ignored-parameters.ts';
import type { EdgeEvent } from '../../lambdas/edge/edge-event.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { RunViewerResponse } from './edge-function.ts';

/**
 * The header's value for an answer to this query, which is as the viewer sent it. Undefined: the
 * answer has no such header.
 */
export type FindIgnored = (querystring: EdgeEvent['request']['querystring']) => string | undefined;

const EXPOSED = 'access-control-expose-headers';
/** A flood of made-up names isn't worth more lines, or more memory. */
const MAX_WARNED_NAMES = 100;

/**
 * Finds ignored parameters by the built viewer-response function, and warns once a name
 * (transformations.told-ignored).
 */
export function createFindIgnored(
  runViewerResponse: RunViewerResponse,
  log: (line: string) => void,
): FindIgnored {
  const warned = new Set<string>();
  const warn = (names: readonly string[]): void => {
    for (const { name, nearest } of ignoredParameters(names)) {
      if (warned.has(name) || warned.size === MAX_WARNED_NAMES) continue;
      warned.add(name);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      log(`the parameter ${name} of an image URL is ignored${hint}`);
    }
  };
  return (querystring) => {
    const names = Object.keys(querystring);
    if (names.length === 0) return undefined;
    const { headers } = runViewerResponse({
      request: { querystring },
      response: { statusCode: 200, headers: {} },
    });
    const value = headers[IGNORED_PARAMETERS_HEADER]?.value;
    if (value !== undefined) warn(names);
    return value;
  };
}

/** An answer that leaves the edge, with the header of ignored parameters. */
export function tellIgnored<Answer extends HttpAnswer>(
  answer: Answer,
  value: string | undefined,
): Answer {
  if (value === undefined) return answer;
  const exposed = [answer.headers[EXPOSED] ?? [], IGNORED_PARAMETERS_HEADER].flat().join(', ');
  const reported = { [IGNORED_PARAMETERS_HEADER]: value, [EXPOSED]: exposed };
  return { ...answer, headers: { ...answer.headers, ...reported } };
}
