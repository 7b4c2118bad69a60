import { listOr, textOr, valueAt } from '../../core/foundation/json/json-value.ts';
import { parseMessage } from './parse-message.ts';

/** An object that a notification of S3 names, by its key as S3 encodes it. */
export interface StoredObject {
  readonly key: string;
  readonly etag: string;
}

/** The objects in a notification of S3; its test message has none. */
export function storedObjectsIn(body: string): StoredObject[] {
  const message = parseMessage(body);
  return listOr(valueAt(message, 'Records')).map((record) => {
    const object = valueAt(record, 's3', 'object');
    return { key: textOr(valueAt(object, 'key')), etag: textOr(valueAt(object, 'eTag')) };
  });
}
