import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * scrypt with 32 MiB and three passes: an equal setting of the OWASP Password Storage Cheat Sheet
 * ("scrypt"). Two concurrent ones fit beside the functions of a small machine.
 */
const PARAMETERS = { N: 32_768, r: 8, p: 3 } as const;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Hashes that are made at the same time. */
const MAX_AT_ONCE = 2;
/** Hashes that wait; each is a request that waits, too. */
const MAX_WAITING = 32;

/** Too many passwords are being hashed. */
export class HashQueueFullError extends Error {
  override readonly name = 'HashQueueFullError';
}

/** The derivation of a key, for tests that count it. */
export type DeriveKey = (
  password: string,
  salt: Buffer,
  options: ScryptOptions & { readonly keyBytes: number },
) => Promise<Buffer>;

const deriveByScrypt: DeriveKey = (password, salt, { keyBytes, ...options }) =>
  new Promise((done, fail) =>
    scrypt(password, salt, keyBytes, options, (error, key) => (error ? fail(error) : done(key))),
  );

/** One text for all forms of a character (NIST SP 800-63B-4, 3.1.1.2). */
const normal = (password: string) => password.normalize('NFKC');

/** Runs at most a few concurrently; the rest wait in a bounded queue. */
function createTurns() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= MAX_AT_ONCE) {
      if (waiting.length >= MAX_WAITING) throw new HashQueueFullError('too many passwords at once');
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

const base64 = (bytes: Buffer) => bytes.toString('base64url');

function writeHash(salt: Buffer, key: Buffer): string {
  const { N, r, p } = PARAMETERS;
  return `$scrypt$N=${N},r=${r},p=${p}$${base64(salt)}$${base64(key)}`;
}

const FORM = /^\$scrypt\$N=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;

function readHash(stored: string) {
  const [, N, r, p, salt = '', key = ''] = FORM.exec(stored) ?? [];
  if (N === undefined) throw new Error('a stored password hash has another form');
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    key: Buffer.from(key, 'base64url'),
  };
}

/**
 * Makes and verifies hashes of passwords. Each carries its parameters, so that later ones may be
 * costlier. Throws a HashQueueFullError where too many wait.
 */
export function createPasswordHashes(derive: DeriveKey = deriveByScrypt) {
  const inTurn = createTurns();
  const run = (
    password: string,
    salt: Buffer,
    cost: typeof PARAMETERS | ScryptOptions,
    bytes: number,
  ) => {
    const { N = 0, r = 0 } = cost;
    const maxmem = 128 * N * r * 2; // twice what RFC 7914 says: OpenSSL counts its own, too
    return inTurn(() => derive(normal(password), salt, { ...cost, maxmem, keyBytes: bytes }));
  };
  /** Of no password: an unknown account costs the same work. */
  const nobody = writeHash(randomBytes(SALT_BYTES), randomBytes(KEY_BYTES));
  return {
    async make(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      return writeHash(salt, await run(password, salt, PARAMETERS, KEY_BYTES));
    },
    /** Whether a password matches a hash. Without a hash the same work is done, and it doesn't. */
    async verify(password: string, stored: string | null | undefined): Promise<boolean> {
      const { cost, salt, key } = readHash(stored ?? nobody);
      const made = await run(password, salt, cost, key.length);
      return timingSafeEqual(made, key) && typeof stored === 'string';
    },
  };
}

/** See createPasswordHashes. */
export type PasswordHashes = ReturnType<typeof createPasswordHashes>;
