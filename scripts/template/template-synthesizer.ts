import {
  type CfnParameter,
  type DockerImageAssetLocation,
  type FileAssetLocation,
  type FileAssetSource,
  Fn,
  type ISynthesisSession,
  StackSynthesizer,
} from 'aws-cdk-lib';

export interface AssetParameters {
  readonly bucket: CfnParameter;
  /** Of keys, with a slash at its end. */
  readonly prefix: CfnParameter;
}

/** The key of an asset below the prefix. */
export const assetKey = (hash: string): string => `${hash}.zip`;

/** Names assets by parameters of the template: no bucket of a bootstrap, and no version of it. */
export class TemplateSynthesizer extends StackSynthesizer {
  /** The folders of assets below the app's output, by hash. */
  readonly folders = new Map<string, string>();
  private readonly parameters: () => AssetParameters;

  constructor(parameters: () => AssetParameters) {
    super();
    this.parameters = parameters;
  }

  addFileAsset({ sourceHash, fileName = '' }: FileAssetSource): FileAssetLocation {
    this.folders.set(sourceHash, fileName);
    const { bucket, prefix } = this.parameters();
    const bucketName = bucket.valueAsString;
    const objectKey = Fn.join('', [prefix.valueAsString, assetKey(sourceHash)]);
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
}
