import {
  DeleteParameterCommand,
  PutParameterCommand,
  paginateDescribeParameters,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';

/** A key of private images in SSM: its private part is read by the function that signs, only. */
export interface StoredKey {
  /** See privateImageKeyName. */
  readonly name: string;
  /** The base64 of its SubjectPublicKeyInfo. */
  readonly publicKey: string;
  readonly storedAt: Date | undefined;
}

const createClient = () => createAwsClient('command', 'SSMClient', SSMClient);

/**
 * The stored keys of a folder, the oldest first. Their public parts are in the descriptions, so
 * that no secret is read.
 */
export async function listStoredKeys(folder: string): Promise<readonly StoredKey[]> {
  const Values = [folder.replace(/\/$/, '')];
  const ParameterFilters = [{ Key: 'Path', Option: 'OneLevel', Values }];
  const keys: StoredKey[] = [];
  const pages = paginateDescribeParameters({ client: createClient() }, { ParameterFilters });
  for await (const { Parameters = [] } of pages) {
    for (const { Name = '', Description = '', LastModifiedDate } of Parameters) {
      const name = Name.slice(folder.length);
      keys.push({ name, publicKey: Description, storedAt: LastModifiedDate });
    }
  }
  const timeOf = ({ storedAt }: StoredKey) => storedAt?.getTime() ?? 0;
  return keys.sort((a, b) => timeOf(a) - timeOf(b));
}

/** Stores a private key (PKCS #8 in PEM) as a SecureString of AWS's own key; never replaces one. */
export async function storeKey(
  folder: string,
  { name, publicKey }: Pick<StoredKey, 'name' | 'publicKey'>,
  privateKey: string,
): Promise<void> {
  const command = new PutParameterCommand({
    Name: `${folder}${name}`,
    Value: privateKey,
    Type: 'SecureString',
    Overwrite: false,
    Description: publicKey,
  });
  await createClient().send(command);
}

/** Deletes a key, of which no other copy exists. */
export async function deleteKey(folder: string, name: string): Promise<void> {
  await createClient().send(new DeleteParameterCommand({ Name: `${folder}${name}` }));
}
