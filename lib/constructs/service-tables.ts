import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
} from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import {
  type KeyAttribute,
  TABLE_NAMES,
  TABLES,
  type TableName,
  type Table as TableShape,
} from '../../core/foundation/dynamodb-tables.ts';
import type { ConfiguredPlans } from '../../core/projects/plans.ts';
import { ENVIRONMENT, type EnvironmentName } from '../../lambdas/environment.ts';
import {
  PROJECT_KEY,
  PROJECT_KEYS,
  TABLE_ACCESS,
  type TableAccess,
  TERMS,
} from '../table-access.ts';
import type { ServiceFunction } from './service-function.ts';

export interface ServiceTablesProps {
  /** `retain` also refuses every deletion of a table. */
  readonly removalPolicy: 'retain' | 'destroy';
  /** Given to functions that read projects. */
  readonly plans?: ConfiguredPlans | undefined;
}

const VARIABLES: Readonly<Record<TableName, EnvironmentName>> = {
  keys: ENVIRONMENT.keysTable,
  projects: ENVIRONMENT.projectsTable,
  images: ENVIRONMENT.imagesTable,
  usage: ENVIRONMENT.usageTable,
  members: ENVIRONMENT.membersTable,
  audit: ENVIRONMENT.auditTable,
  webhooks: ENVIRONMENT.webhooksTable,
};
/**
 * The stores of images and of renditions both count in `usage`: each reads both names when it is
 * made.
 */
const IN_TRANSACTIONS: readonly TableName[] = ['images', 'usage'];

/** The partition keys that a function may name in a table; undefined: any. */
function keysIn(name: TableName, { hashKeys, projectKeys = PROJECT_KEYS }: TableAccess) {
  if (name === 'projects') return projectKeys;
  return IN_TRANSACTIONS.includes(name) ? hashKeys : undefined;
}

function attribute({ name, type }: KeyAttribute) {
  return { name, type: type === 'S' ? AttributeType.STRING : AttributeType.NUMBER };
}

/** The tables of core, and each function's permissions on them. */
export class ServiceTables extends Construct {
  readonly tables: Readonly<Record<TableName, ITable>>;

  private readonly plans: string | undefined;

  constructor(scope: Construct, id: string, props: ServiceTablesProps) {
    super(scope, id);
    this.plans = props.plans && JSON.stringify(props.plans);
    const tables = TABLE_NAMES.map((name) => [name, this.createTable(name, props)]);
    this.tables = Object.fromEntries(tables) as Record<TableName, ITable>;
    this.createInTurn();
  }

  /**
   * AWS CloudFormation template reference, AWS::DynamoDB::Table: creating several tables with
   * indexes concurrently fails the stack.
   */
  private createInTurn(): void {
    const indexed = TABLE_NAMES.filter((name) => TABLES[name].indexes.length > 0);
    for (const [at, name] of indexed.entries()) {
      const before = indexed[at - 1];
      if (before) this.tables[name].node.addDependency(this.tables[before]);
    }
  }

  /** Gives a function its row of TABLE_ACCESS, and the names of the tables in it. */
  grantAccess(fn: ServiceFunction): void {
    const access = TABLE_ACCESS[fn.serviceName];
    const { tables, imagesIndex, projectsIndex, hashKeys } = access;
    const used = new Set(TABLE_NAMES.filter((name) => tables[name]));
    for (const name of used) {
      this.grant(fn, tables[name] ?? [], this.tables[name].tableArn, keysIn(name, access));
    }
    if (access.readKeys) {
      this.grant(fn, ['dynamodb:GetItem'], this.tables.images.tableArn, access.readKeys);
    }
    this.grantTerms(fn, access);
    if (access.notesProjects) {
      this.grant(fn, ['dynamodb:UpdateItem'], this.tables.projects.tableArn, [PROJECT_KEY]);
    }
    for (const name of this.grantJoinedReads(fn, access)) used.add(name);
    for (const name of ['members', 'webhooks'] as const) {
      const index = access[`${name}Index`];
      if (!index) continue;
      used.add(name);
      const resource = `${this.tables[name].tableArn}/index/${index}`;
      this.grant(fn, ['dynamodb:Query'], resource, undefined);
    }
    for (const [name, index] of [
      ['images', imagesIndex],
      ['projects', projectsIndex],
    ] as const) {
      if (!index) continue;
      used.add(name);
      this.grant(fn, ['dynamodb:Query'], `${this.tables[name].tableArn}/index/${index}`, hashKeys);
    }
    const readsPlans = tables.projects ?? access.joinedReads?.includes('projects');
    if (this.plans && readsPlans) fn.setVariable(ENVIRONMENT.plans, this.plans);
    const isCounting = used.has('images');
    for (const name of new Set([...used, ...(isCounting ? IN_TRANSACTIONS : [])])) {
      fn.setVariable(VARIABLES[name], this.tables[name].tableName);
    }
  }

  /** Lets a function write the terms of images, or search by them. */
  private grantTerms(fn: ServiceFunction, { queriedKeys, writesTerms }: TableAccess): void {
    const { images } = this.tables;
    if (queriedKeys) this.grant(fn, ['dynamodb:Query'], images.tableArn, queriedKeys);
    if (!writesTerms) return;
    this.grant(fn, ['dynamodb:BatchWriteItem'], images.tableArn, [TERMS]);
    fn.setVariable(VARIABLES.images, images.tableName);
  }

  /** Answers the tables that it may read so. */
  private grantJoinedReads(
    fn: ServiceFunction,
    { hashKeys, joinedReads = [], joinedKeys = [], projectKeys = PROJECT_KEYS }: TableAccess,
  ): readonly TableName[] {
    const keys = [...hashKeys, ...joinedKeys, ...projectKeys];
    for (const name of joinedReads) {
      this.grant(fn, ['dynamodb:BatchGetItem'], this.tables[name].tableArn, keys);
    }
    return joinedReads;
  }

  private grant(
    fn: ServiceFunction,
    actions: readonly string[],
    resource: string,
    hashKeys: readonly string[] | undefined,
  ): void {
    // every granted action names its partition keys; Scan and PartiQL, which need not, are never
    // granted
    const conditions = { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': hashKeys } };
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: [...actions],
        resources: [resource],
        ...(hashKeys ? { conditions } : {}),
      }),
    );
  }

  private createTable(name: TableName, { removalPolicy }: ServiceTablesProps): Table {
    const { hash, range, indexes, endAttribute, hasStream }: TableShape = TABLES[name];
    const isKept = removalPolicy === 'retain';
    const table = new Table(this, name, {
      partitionKey: attribute(hash),
      ...(range ? { sortKey: attribute(range) } : {}),
      ...(endAttribute ? { timeToLiveAttribute: endAttribute } : {}),
      ...(hasStream ? { stream: StreamViewType.NEW_AND_OLD_IMAGES } : {}),
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: isKept,
      // not RetainExceptOnCreate: a rollback can't delete a protected table either, and would then
      // fail
      removalPolicy: isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    for (const index of indexes) {
      table.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: attribute(index.hash),
        sortKey: attribute(index.range),
        projectionType: ProjectionType.ALL,
      });
    }
    return table;
  }
}
