import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BundlingOutput } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { bundledHere } from './bundled-here.ts';
import { zipLayer } from './zip-layer.ts';

/** The code of a layer: its folder, zipped only where its stack is synthesised for a deploy. */
export function layerCode(folder: string): Code {
  const writeZip = (output: string) => writeFileSync(join(output, 'layer.zip'), zipLayer(folder));
  const bundling = { ...bundledHere(writeZip), outputType: BundlingOutput.ARCHIVED };
  return Code.fromAsset(folder, { bundling });
}
