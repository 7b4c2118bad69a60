import {
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionRuntime,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { MAX_PRIVATE_REQUEST_BYTES, withCdnUrl } from '../../lambdas/edge/with-cdn-url.ts';
import type { EdgeFunctionName, ServiceAssets } from '../assets/service-assets.ts';

export interface EdgeFunctionProps {
  readonly assets: Pick<ServiceAssets, 'edgeFunction'>;
  readonly name: EdgeFunctionName;
  /** The CDN's URL where it is configured; undefined: CloudFront's event names the distribution. */
  readonly cdnUrl: string | undefined;
}

/** A CloudFront function of `lambdas/edge`. */
export class EdgeFunction extends CloudFrontFunction {
  constructor(scope: Construct, id: string, { assets, name, cdnUrl }: EdgeFunctionProps) {
    const built = assets.edgeFunction(name);
    const maxBytes = name === 'private-request' ? MAX_PRIVATE_REQUEST_BYTES : undefined;
    const code = cdnUrl === undefined ? built : withCdnUrl(built, cdnUrl, maxBytes);
    super(scope, id, {
      code: FunctionCode.fromInline(code),
      runtime: FunctionRuntime.JS_2_0,
      autoPublish: true, // a distribution takes published functions only
    });
  }
}
