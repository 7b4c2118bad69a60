import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack, Validations } from 'aws-cdk-lib';
import { CfnInclude } from 'aws-cdk-lib/cloudformation-include';
import flags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' };
import { listVariants, mergeSynthesized } from '../../../../scripts/template/build-template.ts';
import { STACK_NAME, synthesizeVariant } from '../../../../scripts/template/template-stack.ts';
import { everySetting } from '../../synth/support/every-setting.ts';
import { createStack, type Template } from '../../synth/support/template.ts';
import { everyProp, publishedAssets, synthesizeForeign } from './foreign-app.ts';
import { beStrict, type Product, readProduct } from './product.ts';

/** Everything of this project that CloudFormation deploys, in the forms that differ most. */
type ProductName =
  | 'the clone'
  | 'the clone with every setting'
  | 'the construct'
  | 'the construct with every prop'
  | 'the construct with every prop, by recommended flags in a region'
  | 'the merged template'
  | 'the stack of ministack'
  | 'the stack of LocalStack';

/** The stack of a clone; the acknowledgements of its app are those of the construct. */
function clone(folder: string, settings: Record<string, unknown>): Product {
  beStrict();
  const { app, stack } = createStack(settings, { isChecked: true, parent: folder });
  return readProduct(app, stack.stackName, `${stack.stackName}/Default`);
}

/** The CDK has a copy of these rules of cfn-lint, which finds nothing: it knows conditions. */
const BLIND_TO_CONDITIONS = [
  {
    id: 'CloudFormation-Validate::W1001',
    reason: 'An output and the resource that it names are there under one condition.',
  },
  {
    id: 'CloudFormation-Validate::W1030',
    reason: 'A parameter that is empty by default is used under a condition only.',
  },
];

/** The merged template in a stack, so that the CDK holds its rules against it. */
function warningsOfMerged(folder: string, template: string): readonly string[] {
  const templateFile = join(folder, 'merged.template.json');
  writeFileSync(templateFile, template);
  const app = new App({ outdir: mkdtempSync(join(folder, 'merged-')), context: flags });
  const stack = new Stack(app, 'Merged');
  new CfnInclude(stack, 'Merged', { templateFile });
  Validations.of(stack).acknowledge(...BLIND_TO_CONDITIONS);
  return readProduct(app, 'Merged', 'Merged/Merged').warnings;
}

function mergedTemplate(folder: string): Product {
  const assets = publishedAssets(folder);
  const isEmulated = false;
  // CloudFormation gets the merged one alone: a variant names resources that it may not have
  process.env.CDK_VALIDATION = 'false';
  const made = listVariants().map((variant) => {
    const outdir = mkdtempSync(join(folder, 'variant-'));
    return synthesizeVariant({ assets, variant, version: '0.0.0', isEmulated, outdir });
  });
  beStrict();
  const servicePath = `${STACK_NAME}/Default`;
  const parts = made.map(({ app }) => readProduct(app, STACK_NAME, servicePath));
  const { template, variants } = mergeSynthesized(made);
  const text = JSON.stringify(template);
  return {
    apps: made.map(({ app }) => app),
    servicePath,
    template: template as unknown as Template,
    templateBytes: Buffer.byteLength(text),
    stacks: variants as unknown as Template[],
    warnings: [...parts.flatMap(({ warnings }) => warnings), ...warningsOfMerged(folder, text)],
  };
}

/** THE list of products; each makes its files below a folder. */
export const PRODUCTS: Readonly<Record<ProductName, (folder: string) => Product>> = {
  'the clone': (folder) => clone(folder, {}),
  'the clone with every setting': (folder) => clone(folder, everySetting()),
  'the construct': (folder) => synthesizeForeign({ folder }),
  'the construct with every prop': (folder) => synthesizeForeign({ folder, props: everyProp }),
  'the construct with every prop, by recommended flags in a region': (folder) => {
    const env = { account: '123456789012', region: 'us-east-1' }; // it has FIPS endpoints
    return synthesizeForeign({ folder, props: everyProp, context: flags, env });
  },
  'the merged template': mergedTemplate,
  'the stack of ministack': (folder) => clone(folder, { target: 'ministack', events: 'on' }),
  'the stack of LocalStack': (folder) =>
    clone(folder, { target: 'localstack', cdnUrl: 'http://127.0.0.1:8081' }),
};

export const PRODUCT_NAMES = Object.keys(PRODUCTS) as ProductName[];
