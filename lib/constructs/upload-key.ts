import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { serviceNameOf } from '../service-name.ts';

/**
 * Allows a principal to read a SecureString of SSM, whose name begins with a slash. Its key is
 * AWS's own, which every principal of the account may use through SSM.
 */
export function grantSecret(scope: Construct, parameterName: string, grantee: IGrantable): Grant {
  const resourceArn = Stack.of(scope).formatArn({
    service: 'ssm',
    resource: 'parameter',
    arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    resourceName: parameterName.slice(1),
  });
  const actions = ['ssm:GetParameter'];
  return Grant.addToPrincipal({ grantee, actions, resourceArns: [resourceArn] });
}

/**
 * The SSM parameter with the keys of the first project. `bootstrap` writes it: CloudFormation can't
 * make a SecureString, and no key is ever part of a template (docs/decisions/0043).
 */
export class UploadKey extends Construct {
  readonly parameterName: string;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.parameterName = `/imagewell/${serviceNameOf(scope)}/upload-key`;
  }

  grantRead(grantee: IGrantable): Grant {
    return grantSecret(this, this.parameterName, grantee);
  }
}
