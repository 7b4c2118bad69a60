/**
 * The CloudFront viewer-response function of the setting `tellIgnored`. It adds the header of
 * ignored parameters behind the cache, which therefore never keeps it
 * (transformations.told-ignored). The build checks its syntax, as the viewer-request function's.
 */
import {
  IGNORED_PARAMETERS_HEADER,
  ignoredHeaderValue,
  ignoredParameters,
} from '../../core/transform/ignored-parameters.ts';

type EdgeValues = Record<string, { value: string }>;

/**
 * The parts of CloudFront's event that we read and write (CloudFront Functions event structure,
 * version 1.0): the request is as the viewer sent it.
 */
export interface ViewerResponseEvent {
  readonly request: { readonly querystring: Readonly<Record<string, unknown>> };
  readonly response: { readonly statusCode: number; readonly headers: EdgeValues };
}

/** The answer, with the header where the viewer's query has names that mean nothing. */
export function handler(event: ViewerResponseEvent): ViewerResponseEvent['response'] {
  const response = event.response;
  const value = ignoredHeaderValue(ignoredParameters(Object.keys(event.request.querystring)));
  if (value !== '') response.headers[IGNORED_PARAMETERS_HEADER] = { value: value };
  return response;
}
