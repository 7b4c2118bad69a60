declare const address: unique symbol;

/** The IP address of a client. Another text, such as a key's id, doesn't compile in its place. */
export type ClientAddress = string & { readonly [address]: true };

/** Marks the address that a gateway names for a request. */
export function clientAddress(text: string): ClientAddress {
  return text as ClientAddress;
}
