import type { APIGatewayProxyEvent } from 'aws-lambda';

type Body = Pick<APIGatewayProxyEvent, 'body' | 'isBase64Encoded'>;

const receivedBytes = new WeakMap<object, Buffer>();

/**
 * An event with these bytes as its body, which is base64 as API Gateway sends it. The bytes are
 * encoded only where the body is read as a text, since the local gateway sends none.
 */
export function withBodyBytes<Event extends object>(event: Event, bytes: Buffer): Event & Body {
  const whole = {
    ...event,
    isBase64Encoded: true,
    get body() {
      return bytes.toString('base64');
    },
  };
  receivedBytes.set(whole, bytes);
  return whole;
}

/** The body of an event as bytes, in either encoding of API Gateway. */
export function bodyBytes(event: Body): Buffer {
  const received = receivedBytes.get(event);
  return received ?? Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
}
