import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { buildSiteFunction } from '../../lambdas/edge/build-edge-function.ts';
import type { EdgeFunctionProps } from './edge-function.ts';

/** The viewer-request function of the site: finds the file of an address. */
export class SiteFunction extends CloudFrontFunction {
  constructor(scope: Construct, id: string, { root }: EdgeFunctionProps) {
    super(scope, id, {
      code: FunctionCode.fromInline(buildSiteFunction(root)),
      runtime: FunctionRuntime.JS_2_0,
      autoPublish: true, // a distribution takes published functions only
    });
  }
}
