import { Fn, Token } from 'aws-cdk-lib';

/** The origin of a URL that may be known at the deploy only. */
export function originOf(url: string): string {
  if (!Token.isUnresolved(url)) return new URL(url).origin;
  const [scheme, , host] = [0, 1, 2].map((at) => Fn.select(at, Fn.split('/', url)));
  return `${scheme}//${host}`;
}
