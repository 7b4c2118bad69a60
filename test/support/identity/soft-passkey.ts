import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const url = (data: Buffer) => data.toString('base64url');

/** How an answer of the authenticator differs from a right one. */
export interface PasskeyChanges {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly challenge?: string;
  readonly type?: string;
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** An authenticator in software, whose answers a test may spoil (WebAuthn Level 3, 6.1 and 6.5). */
export function createSoftPasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  // COSE: an ES256 key with its two coordinates
  const cose = Buffer.concat([
    Buffer.from('a50102032620012158', 'hex'),
    Buffer.from([32]),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
  let counter = 0;

  const authData = (changes: PasskeyChanges, attested: Buffer) => {
    const { rpId = new URL(origin).hostname, isVerified = true } = changes;
    const flags =
      USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (attested.length > 0 ? HAS_CREDENTIAL : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changes.counter ?? counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, challenge: string, changes: PasskeyChanges) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const shared = {
    id: url(id),
    rawId: url(id),
    type: 'public-key',
    clientExtensionResults: {},
  };
  return {
    /** The answer to the options of a registration. */
    register({ challenge }: { readonly challenge: string }, changes: PasskeyChanges = {}) {
      const length = Buffer.from([0, id.length]);
      const data = authData(changes, Buffer.concat([Buffer.alloc(16), length, id, cose]));
      const size = Buffer.alloc(2);
      size.writeUInt16BE(data.length);
      const attestationObject = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        size,
        data,
      ]);
      return {
        ...shared,
        response: {
          clientDataJSON: url(clientData('webauthn.create', challenge, changes)),
          attestationObject: url(attestationObject),
          transports: ['internal'],
        },
      };
    },
    /** The answer to the options of a sign-in; each counts. */
    answer({ challenge }: { readonly challenge: string }, changes: PasskeyChanges = {}) {
      counter += 1;
      const data = authData(changes, Buffer.alloc(0));
      const client = clientData('webauthn.get', challenge, changes);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...shared,
        response: {
          clientDataJSON: url(client),
          authenticatorData: url(data),
          signature: url(signature),
        },
      };
    },
  };
}
