import { GetParameterCommand, type SSMClient } from '@aws-sdk/client-ssm';

/** The private key in a SecureString of SSM, in PEM (PKCS #8). Throws an Error without one. */
export async function readSigningKey(client: SSMClient, parameter: string): Promise<string> {
  const command = new GetParameterCommand({ Name: parameter, WithDecryption: true });
  const { Parameter } = await client.send(command);
  if (Parameter?.Value) return Parameter.Value;
  throw new Error(`the SSM parameter ${parameter} has no value`);
}
