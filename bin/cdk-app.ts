/** The CDK app: the service in AWS, as `cdk deploy` and `cdk synth` run it. */
import { resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { LAYER_NOT_BUILT } from '../lib/assets/build-layer.ts';
import { ImageServiceStack } from '../lib/image-service-stack.ts';
import { parseSettings } from '../lib/parse-settings.ts';
import { DEFAULT_STAGE, type Settings, stackNameOf } from '../lib/settings.ts';
import { readSettingsFile } from '../lib/settings-file.ts';

const ROOT = resolve(import.meta.dirname, '..');
const app = new App();

/** Those of the stage's file, and of `-c`, which wins; ends the process where they have faults. */
function readSettings(): Settings {
  const context = app.node.getAllContext();
  const { env } = process;
  try {
    const { stage = DEFAULT_STAGE, target } = context;
    const { values, passedOver } = readSettingsFile(ROOT, { stage, target });
    if (passedOver) console.error(passedOver);
    // the CDK's command line tells where it deploys to; nothing of the template depends on it
    const region = env.CDK_DEFAULT_REGION ?? env.AWS_REGION ?? env.AWS_DEFAULT_REGION;
    return parseSettings(context, { file: values, region });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** The stack; ends the process with a sentence where a layer can't be built. */
function createStack(settings: Settings): void {
  const description = 'imagewell: image hosting and transformation';
  try {
    new ImageServiceStack(app, stackNameOf(settings), { settings, root: ROOT, description });
  } catch (error) {
    const { name, message } = error as Error;
    if (name !== LAYER_NOT_BUILT) throw error;
    console.error(message);
    process.exit(1);
  }
}

createStack(readSettings());
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
