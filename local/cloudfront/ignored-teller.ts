import {
  IGNORED_PARAMETERS_HEADER,
  ignoredParameters,
} from '../../core/transform/ignored-parameters.ts';
import type { EdgeEvent } from '../../lambdas/edge/edge-event.ts';
import type { HttpAnswer } from '../http/http-answer.ts';
import type { RunViewerResponse } from './edge-function.ts';

/** Adds the header of ignored parameters to an answer that leaves the edge. */
export type TellIgnored = <Answer extends HttpAnswer>(event: EdgeEvent, answer: Answer) => Answer;

const EXPOSED = 'access-control-expose-headers';
/** A flood of made-up names isn't worth more lines, or more memory. */
const MAX_WARNED_NAMES = 100;

/**
 * Tells ignored parameters by the built viewer-response function, and warns once a name
 * (transformations.told-ignored). `querystring` of the event is as the viewer sent it.
 */
export function createIgnoredTeller(
  runViewerResponse: RunViewerResponse,
  log: (line: string) => void,
): TellIgnored {
  const warned = new Set<string>();
  const warn = (names: readonly string[]): void => {
    for (const { name, nearest } of ignoredParameters(names)) {
      if (warned.has(name) || warned.size === MAX_WARNED_NAMES) continue;
      warned.add(name);
      const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
      log(`the parameter ${name} of an image URL is ignored${hint}`);
    }
  };
  return ({ request: { querystring } }, answer) => {
    const names = Object.keys(querystring);
    if (names.length === 0) return answer;
    const response = { statusCode: answer.statusCode, headers: {} };
    const { headers } = runViewerResponse({ request: { querystring }, response });
    const value = headers[IGNORED_PARAMETERS_HEADER]?.value;
    if (value === undefined) return answer;
    warn(names);
    const exposed = [answer.headers[EXPOSED] ?? [], IGNORED_PARAMETERS_HEADER].flat().join(', ');
    const told = { [IGNORED_PARAMETERS_HEADER]: value, [EXPOSED]: exposed };
    return { ...answer, headers: { ...answer.headers, ...told } };
  };
}
