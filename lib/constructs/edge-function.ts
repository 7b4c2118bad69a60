import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type { EdgeFunctionName, ServiceAssets } from '../assets/service-assets.ts';

export interface EdgeFunctionProps {
  readonly assets: Pick<ServiceAssets, 'edgeFunction'>;
  readonly name: EdgeFunctionName;
}

/** A CloudFront function of `lambdas/edge`. */
export class EdgeFunction extends CloudFrontFunction {
  constructor(scope: Construct, id: string, { assets, name }: EdgeFunctionProps) {
    super(scope, id, {
      code: FunctionCode.fromInline(assets.edgeFunction(name)),
      runtime: FunctionRuntime.JS_2_0,
      autoPublish: true, // a distribution takes published functions only
    });
  }
}
