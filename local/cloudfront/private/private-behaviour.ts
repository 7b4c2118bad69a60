import type { PrivateResponseEvent } from '../../../lambdas/edge/private-response.ts';
import type { HttpAnswer } from '../../http/http-answer.ts';
import { parseEdgeEvent } from '../parse-edge-event.ts';
import { type Checked, checkGrant, type GuardedRequest, type TrustedKey } from './check-grant.ts';
import { REFUSALS, type Refusal } from './read-grant.ts';

export type RunPrivateResponse = (event: PrivateResponseEvent) => PrivateResponseEvent['response'];

/** CloudFront's behaviour of private images, around the viewer-request function. */
export interface PrivateBehaviour {
  /** The request without its grant, or a refusal; before any function runs. */
  check(request: Omit<GuardedRequest, 'now'>): Promise<Checked>;
  /** The answer for its viewer, of a request as it was sent. */
  finish<Answer extends HttpAnswer>(
    request: Pick<GuardedRequest, 'rawUrl' | 'cookie'>,
    answer: Answer,
  ): Answer;
}

export interface BehaviourParts {
  /** The CDN's URL, which policies name, whatever name of this machine a viewer uses. */
  readonly cdnUrl: string;
  readonly now: () => number;
  /** The trusted keys at this moment. */
  readKeys(): Promise<readonly TrustedKey[]>;
  /** The built viewer-response function. */
  readonly runResponse: RunPrivateResponse;
}

/** The headers that the viewer-response function reads and writes. */
const TOUCHED = ['cache-control', 'age'];

export function createPrivateBehaviour(parts: BehaviourParts): PrivateBehaviour {
  const { cdnUrl, now, readKeys, runResponse } = parts;
  return {
    check: async (request) => checkGrant({ ...request, now: now() }, cdnUrl, await readKeys()),
    finish: ({ rawUrl, cookie = '' }, answer) => {
      const { statusCode, headers } = answer;
      // CloudFront runs no viewer-response function for an error
      if (statusCode >= 400) return answer;
      const rawHeaders = ['cookie', cookie];
      const viewer = { method: 'GET', rawUrl, rawHeaders, ip: '', requestId: '' };
      const touched = Object.entries(headers).filter(([name]) => TOUCHED.includes(name));
      const values = touched.map(([name, value]) => [name, { value: String(value) }]);
      const result = runResponse({
        request: parseEdgeEvent(viewer).request,
        response: { statusCode, headers: Object.fromEntries(values) },
      });
      const kept = Object.entries(headers).filter(([name]) => !TOUCHED.includes(name));
      const made = Object.entries(result.headers).map(([name, { value }]) => [name, value]);
      return { ...answer, headers: Object.fromEntries([...kept, ...made]) };
    },
  };
}

/** CloudFront's answer to a request without a valid grant, in its own form. */
export function answerRefusal(refusal: Refusal): HttpAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${refusal}</Code><Message>${REFUSALS[refusal]}</Message></Error>`;
  const headers = { 'content-type': 'text/xml', 'x-cache': 'Error from imagewell-edge' };
  return { statusCode: 403, headers, body: Buffer.from(xml) };
}
