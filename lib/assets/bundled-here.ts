import { type BundlingOptions, DockerImage } from 'aws-cdk-lib';

/** Never used: the bundle is written in this process, and its failure is thrown. */
const NO_IMAGE = DockerImage.fromRegistry('none');

/** An asset that the CDK has written into a folder by this process, where a deploy needs it. */
export function bundledHere(
  write: (folder: string) => void,
): Pick<BundlingOptions, 'image' | 'local'> {
  const tryBundle = (folder: string) => {
    write(folder);
    return true;
  };
  return { image: NO_IMAGE, local: { tryBundle } };
}
