/** The JSON of a message; throws where it is none, or null: no retry or reader can use it. */
export function parseMessage(body: string): unknown {
  const message: unknown = JSON.parse(body);
  if (message === null) throw new TypeError('the message is null');
  return message;
}
