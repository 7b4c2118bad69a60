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
  /** The file of the handler; without it the viewer-request function. */
  readonly entryPath?: string;
}

/** A CloudFront function, built from its file in `lambdas/edge`. */
export class EdgeFunction extends CloudFrontFunction {
  constructor(scope: Construct, id: string, { root, entryPath }: EdgeFunctionProps) {
    super(scope, id, {
      code: FunctionCode.fromInline(buildEdgeFunction(root, entryPath)),
      runtime: FunctionRuntime.JS_2_0,
      autoPublish: true, // a distribution takes published functions only
    });
  }
}
