import { createGrantKeyPair } from '../../adapters/cloudfront/grant-key-pair.ts';
import { CommandError } from '../../cli/command-error.ts';
import type { Columns } from '../../cli/output/table.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { privateImageKeyName } from '../../lib/private-images/private-image-keys.ts';
import { readStack } from '../read-stack.ts';
import type { ProgramCall } from '../session/program-action.ts';
import { requireStackName } from '../stacks/require-stack-name.ts';
import { readDeployedKeys, useOfKey } from './deployed-keys.ts';
import { deleteKey, listStoredKeys, type StoredKey, storeKey } from './key-parameters.ts';

async function openKeys({ options }: ProgramCall) {
  const deployed = readDeployedKeys(await readStack(requireStackName(options)));
  return { deployed, stored: await listStoredKeys(deployed.folder) };
}

function describeCreated(name: string, setting: readonly string[]): string {
  return [
    `The private key ${name} is in SSM. It is not shown, and no other copy exists.`,
    'Set its public key in settings/STAGE.json, and then deploy:',
    '',
    `  "privateImageKeys": ${JSON.stringify(setting)}`,
    ...(setting.length > 1
      ? ['', 'The first key still signs. Put the new one first in a second deploy.']
      : []),
  ].join('\n');
}

/**
 * `admin private-keys create`: makes a key pair, stores its private part in SSM, and prints the
 * setting with its public part. Refuses a third key.
 */
export async function runCreateKey(call: ProgramCall): Promise<void> {
  const { deployed, stored } = await openKeys(call);
  if (stored.length >= LIMITS.maxGrantKeys) {
    const message = `The stack already has ${LIMITS.maxGrantKeys} keys of private images.`;
    const hint = 'Remove the one that no deploy uses: imagewell admin private-keys remove NAME.';
    throw new CommandError('failed', message, hint);
  }
  const { publicKey, privateKey } = await createGrantKeyPair();
  const name = privateImageKeyName(publicKey);
  await storeKey(deployed.folder, { name, publicKey }, privateKey);
  const used = [...deployed.idsByName.keys()].flatMap((one) =>
    stored.filter((key) => key.name === one).map((key) => key.publicKey),
  );
  const privateImageKeys = [...used, publicKey];
  call.session.print({ name, publicKey, privateImageKeys }, () =>
    describeCreated(name, privateImageKeys),
  );
}

interface ListedKey extends Omit<StoredKey, 'storedAt'> {
  readonly storedAt: string | null;
  readonly use: string;
  readonly keyPairId: string | null;
}

const COLUMNS: Columns<ListedKey> = {
  key: ({ name }) => name,
  use: ({ use }) => use,
  'key pair': ({ keyPairId }) => keyPairId,
  stored: ({ storedAt }) => storedAt,
};

/** `admin private-keys list`: the stored keys, and the use of each by the deployed stack. */
export async function runListKeys(call: ProgramCall): Promise<void> {
  const { deployed, stored } = await openKeys(call);
  const keys = stored.map(
    ({ name, publicKey, storedAt }): ListedKey => ({
      name,
      publicKey,
      storedAt: storedAt?.toISOString() ?? null,
      use: useOfKey(deployed, name),
      keyPairId: deployed.idsByName.get(name) ?? null,
    }),
  );
  call.session.printList(keys, COLUMNS, 'No keys of private images were found.');
}

/** `admin private-keys remove`: deletes a stored key that the deployed stack doesn't use. */
export async function runRemoveKey(call: ProgramCall): Promise<void> {
  const [name = ''] = call.args;
  const { deployed, stored } = await openKeys(call);
  if (useOfKey(deployed, name) !== 'not deployed') {
    const message = `The deployed stack uses the key ${name}.`;
    throw new CommandError('failed', message, 'Take it out of privateImageKeys and deploy first.');
  }
  if (!stored.some((key) => key.name === name)) {
    throw new CommandError('notFound', `The stack has no key ${name}.`);
  }
  await deleteKey(deployed.folder, name);
  call.session.print({ name }, () => `The key ${name} is deleted.`);
}
