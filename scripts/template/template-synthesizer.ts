import {
  type CfnParameter,
  type DockerImageAssetLocation,
  type FileAssetLocation,
  type FileAssetSource,
  Fn,
  type ISynthesisSession,
  StackSynthesizer,
} from 'aws-cdk-lib';

/** The parameters of its stack that name the bucket of assets, and the prefix of their keys. */
type AssetParameter = 'AssetBucket' | 'AssetPrefix';

/** The key of an asset below the prefix. */
export const assetKey = (hash: string): string => `${hash}.zip`;

/** Names assets by parameters of the template: no bucket of a bootstrap, and no version of it. */
export class TemplateSynthesizer extends StackSynthesizer {
  /** The assets below the app's output, by hash: a folder, or the archive of a layer. */
  readonly paths = new Map<string, string>();

  addFileAsset({ sourceHash, fileName = '' }: FileAssetSource): FileAssetLocation {
    this.paths.set(sourceHash, fileName);
    const bucketName = this.read('AssetBucket');
    const objectKey = Fn.join('', [this.read('AssetPrefix'), assetKey(sourceHash)]);
    const s3ObjectUrl = Fn.join('/', ['s3:/', bucketName, objectKey]);
    return { bucketName, objectKey, s3ObjectUrl, httpUrl: s3ObjectUrl };
  }

  addDockerImageAsset(): DockerImageAssetLocation {
    throw new Error('the template has no images of containers');
  }

  synthesize(session: ISynthesisSession): void {
    this.synthesizeTemplate(session);
    this.emitArtifact(session);
  }

  private read(name: AssetParameter): string {
    return (this.boundStack.node.findChild(name) as CfnParameter).valueAsString;
  }
}
