import type { QuotaSubject } from './quota-subject.ts';
import type { StageSubject } from './setting-subject.ts';

/** Names that are an account's, whatever the region. */
export interface NamedThings {
  readonly kind: string;
  readonly names: readonly string[];
}

/** The account and region that a stack is to be deployed to; every method only reads. */
export interface DoctorSubject {
  readonly stack: string;
  /** Undefined where nothing says it. */
  readonly region: string | undefined;
  /** Undefined where no settings are read. */
  readonly stage?: StageSubject | undefined;
  readonly quotas: QuotaSubject;
  /** The account's number and who calls; rejects where the credentials are missing or refused. */
  getIdentity(): Promise<{ readonly account: string; readonly arn: string }>;
  /** The version of the CDK's bootstrap stack; undefined where there is none. */
  findBootstrapVersion(): Promise<number | undefined>;
  countDistributions(): Promise<number>;
  listCloudFrontNames(): Promise<readonly NamedThings[]>;
  /** The account-wide role by which API Gateway writes logs; undefined where there is none. */
  findApiGatewayLogRole(): Promise<string | undefined>;
  listRestApiNames(): Promise<readonly string[]>;
  listTableNames(): Promise<readonly string[]>;
  /** CloudFormation's status of the stack; undefined where there is none. */
  findStackStatus(): Promise<string | undefined>;
}
