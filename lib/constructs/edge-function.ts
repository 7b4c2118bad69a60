import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { buildEdgeFunction } from '../../lambdas/edge/build-edge-function.ts';

export interface EdgeFunctionProps {
  /** The project's folder. */
  readonly root: string;
}

/**
 * The viewer-request function: it answers requests that need no record, and gives the others their
 * one canonical form.
 */
export class EdgeFunction extends CloudFrontFunction {
  constructor(scope: Construct, id: string, { root }: EdgeFunctionProps) {
    super(scope, id, {
      code: FunctionCode.fromInline(buildEdgeFunction(root)),
      runtime: FunctionRuntime.JS_2_0,
      autoPublish: true, // a distribution takes published functions only
    });
  }
}
