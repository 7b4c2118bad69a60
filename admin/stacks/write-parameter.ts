import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { createAwsClient } from '../../adapters/aws-clients/create-client.ts';

/** Writes a SecureString of AWS's own key, in place of an earlier one. */
export async function writeParameter(name: string, value: string): Promise<void> {
  const command = new PutParameterCommand({
    Name: name,
    Value: value,
    Type: 'SecureString',
    Overwrite: true,
    Description: 'Keys of the first project of an image service',
  });
  await createAwsClient('command', 'SSMClient', SSMClient).send(command);
}
