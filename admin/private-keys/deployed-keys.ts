import { CommandError } from '../../cli/command-error.ts';
import type { DeployedStack } from '../read-stack.ts';

/** The keys of private images that a stack was deployed with, the signing one first. */
export interface DeployedKeys {
  /** The folder of the private keys in SSM. */
  readonly folder: string;
  /** CloudFront's ID of each key, by its name. */
  readonly idsByName: ReadonlyMap<string, string>;
}

/** The keys of a stack; throws a CommandError for a stack of an older version. */
export function readDeployedKeys({ name, find }: DeployedStack): DeployedKeys {
  const folder = find('PrivateKeyFolder');
  if (folder === undefined) {
    const message = `The stack ${name} is of a version without private images.`;
    throw new CommandError('failed', message, 'Deploy this version first.');
  }
  const pairs = (find('PrivateKeys') ?? '').split(',').filter(Boolean);
  const idsByName = new Map(
    pairs.map((pair): [string, string] => {
      const [keyName = '', id = ''] = pair.split(':');
      return [keyName, id];
    }),
  );
  return { folder, idsByName };
}

/** The use of a key by a stack: the first one signs, and CloudFront accepts all deployed ones. */
export type KeyUse = 'signs' | 'accepted' | 'not deployed';

/** The use of the key with this name. */
export function useOfKey({ idsByName }: DeployedKeys, name: string): KeyUse {
  if (!idsByName.has(name)) return 'not deployed';
  const [first] = idsByName.keys();
  return first === name ? 'signs' : 'accepted';
}
