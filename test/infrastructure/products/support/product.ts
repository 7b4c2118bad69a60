import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import type { Template } from '../../synth/support/template.ts';

/** A product as its user deploys it. */
export interface Product {
  /** Its apps, with all constructs: a merged template has one for each choice. */
  readonly apps: readonly App[];
  /** Where the service is in each app: other findings are its user's. */
  readonly servicePath: string;
  /** As CloudFormation gets it. */
  readonly template: Template;
  readonly templateBytes: number;
  /** The same without conditions: the stack of each app. */
  readonly stacks: readonly Template[];
  /** Warnings of the CDK at its synth. */
  readonly warnings: readonly string[];
}

interface ValidationReport {
  readonly pluginReports: readonly {
    readonly violations: readonly { readonly ruleName: string; readonly description: string }[];
  }[];
}

/** The CDK's own rules are held against the next app, and its deprecated parts throw. */
export function beStrict(): void {
  process.env.CDK_VALIDATION = 'true';
  process.env.JSII_DEPRECATED = 'fail';
}

/** Violations of the CDK's own rules, which end a synth only as errors; no file without any. */
function violationsIn(directory: string): string[] {
  const path = join(directory, 'validation-report.json');
  if (!existsSync(path)) return [];
  const report: ValidationReport = JSON.parse(readFileSync(path, 'utf8'));
  return report.pluginReports.flatMap(({ violations }) =>
    violations.map(({ ruleName, description }) => `${ruleName}: ${description}`),
  );
}

function warningsOf(app: App, stackName: string): string[] {
  const assembly = app.synth();
  const { messages } = assembly.getStackByName(stackName);
  const warnings = messages.filter(({ level }) => level !== 'info');
  return [
    ...warnings.map(({ id, entry }) => `${id}: ${entry.data}`),
    ...violationsIn(assembly.directory),
  ];
}

/** The one stack of an app, as CloudFormation gets it. */
export function readProduct(app: App, stackName: string, servicePath: string): Product {
  const { template, templateFullPath } = app.synth().getStackByName(stackName);
  return {
    apps: [app],
    servicePath,
    template,
    templateBytes: readFileSync(templateFullPath).length,
    stacks: [template],
    warnings: warningsOf(app, stackName),
  };
}
