import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Construct } from 'constructs';
import { packedAssets } from '../../../lib/assets/packed-assets.ts';
import { ImageService as Service } from '../../../lib/image-service.ts';
import type { ImageServiceProps } from '../../../lib/image-service-props.ts';

export type {
  ApiDomainProps,
  CdnDomainProps,
  EmulatorProps,
  ExistingUserPool,
  ExternalIssuer,
  ImageServiceProps,
  NoSignIn,
  OwnUserPool,
  PlanProps,
  SignInProps,
} from '../../../lib/image-service-props.ts';

/** The built file stands in `dist` of the package, beside the assets. */
const DIST = import.meta.dirname;

function findCache(): string {
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'imagewell-cdk');
}

function readVersion(): string {
  return JSON.parse(readFileSync(join(DIST, '../package.json'), 'utf8')).version;
}

/** The image service, with its code prebuilt; sharp is downloaded at the first synth. */
export class ImageService extends Service {
  constructor(scope: Construct, id: string, props: ImageServiceProps = {}) {
    super(scope, id, props, packedAssets({ folder: DIST, cache: findCache() }, readVersion()));
  }
}
