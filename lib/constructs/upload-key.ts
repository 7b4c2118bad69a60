import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Grant, type IGrantable } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { serviceNameOf } from '../service-name.ts';

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

  /** Of AWS's own key of SSM, which every principal of the account may use through SSM. */
  grantRead(grantee: IGrantable): Grant {
    const resourceArn = Stack.of(this).formatArn({
      service: 'ssm',
      resource: 'parameter',
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      resourceName: this.parameterName.slice(1),
    });
    const actions = ['ssm:GetParameter'];
    return Grant.addToPrincipal({ grantee, actions, resourceArns: [resourceArn] });
  }
}
