/** A value of a CloudFront event. */
export interface EdgeValue {
  value: string;
  multiValue?: { value: string }[];
}
export type EdgeValues = Record<string, EdgeValue>;

/**
 * The parts of CloudFront's event that we read and write (CloudFront Functions event structure,
 * version 1.0).
 */
export interface EdgeRequest {
  method: string;
  uri: string;
  querystring: EdgeValues;
  headers: EdgeValues;
  cookies: EdgeValues;
}
export interface EdgeEvent {
  context: { requestId: string };
  viewer: { ip: string };
  request: EdgeRequest;
}
export interface EdgeResponse {
  statusCode: number;
  headers: EdgeValues;
  body?: { encoding: 'text'; data: string };
}

/** Every value of a name. */
export const valuesOf = (entry: EdgeValue): string[] =>
  (entry.multiValue || [entry]).map((part) => part.value);
