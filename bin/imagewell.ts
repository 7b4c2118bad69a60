/** The CDK app: the service in AWS, as `cdk deploy` and `cdk synth` run it. */
import { resolve } from 'node:path';
import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { ImageServiceStack } from '../lib/image-service-stack.ts';
import { DEFAULT_STAGE, parseSettings } from '../lib/settings.ts';

const app = new App();
const settings = parseSettings(app.node.getAllContext());
const { stage } = settings;
new ImageServiceStack(app, stage === DEFAULT_STAGE ? 'imagewell' : `imagewell-${stage}`, {
  settings,
  root: resolve(import.meta.dirname, '..'),
  description: 'imagewell: image hosting and transformation',
});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
