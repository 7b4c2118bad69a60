import { LIMITS } from '../../core/foundation/limits.ts';
import type { PlainAnswer } from '../http/problem-answer.ts';

/** The errors of S3 for rejected forms (Amazon S3 API reference, "Error responses"). */
const FAULTS = {
  AccessDenied: [403, 'Access Denied'],
  EntityTooLarge: [400, 'Your proposed upload exceeds the maximum allowed size'],
  EntityTooSmall: [400, 'Your proposed upload is smaller than the minimum allowed size'],
  IncorrectNumberOfFilesInPostRequest: [400, 'POST requires exactly one file upload per request.'],
  InvalidAccessKeyId: [403, 'The AWS Access Key Id you provided does not exist in our records.'],
  InvalidArgument: [400, 'Invalid Argument'],
  InvalidPolicyDocument: [
    400,
    'The content of the form does not meet the conditions in the policy.',
  ],
  MalformedPOSTRequest: [
    400,
    'The body of your POST request is not well-formed multipart/form-data.',
  ],
  MaxPostPreDataLengthExceeded: [
    400,
    'Your POST request fields preceding the upload file were too large.',
  ],
  MethodNotAllowed: [405, 'The specified method is not allowed against this resource.'],
  PreconditionFailed: [412, 'Bucket POST must be of the enclosure-type multipart/form-data'],
  ServiceUnavailable: [503, 'Service is unable to handle request.'],
  RequestTimeout: [400, 'The body did not arrive in time.'],
  SignatureDoesNotMatch: [
    403,
    'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  ],
} as const satisfies Record<string, readonly [status: number, message: string]>;
type FaultCode = keyof typeof FAULTS;

/** A form that is refused. */
export class S3Fault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string = FAULTS[code][1]) {
    super(message);
    this.name = 'S3Fault';
    this.code = code;
  }
}

const RETRY = { 'Retry-After': String(LIMITS.storageFullRetryAfterSeconds) };
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The answer as S3 gives it, a document of XML. */
export function answerFault({ code, message }: S3Fault, requestId: string): PlainAnswer {
  const text = message.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? '');
  const body =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    `<Error><Code>${code}</Code><Message>${text}</Message><RequestId>${requestId}</RequestId></Error>`;
  return {
    statusCode: FAULTS[code][0],
    headers: {
      'Content-Type': 'application/xml',
      'x-amz-request-id': requestId,
      ...(code === 'ServiceUnavailable' ? RETRY : {}),
    },
    body: Buffer.from(body),
  };
}
