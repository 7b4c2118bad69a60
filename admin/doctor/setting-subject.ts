import type { Settings } from '../../lib/settings.ts';
import type { StackResource } from '../stacks/list-resources.ts';

/** A certificate as AWS Certificate Manager describes it. */
export interface FoundCertificate {
  /** Its domain name and all alternative names. */
  readonly names: readonly string[];
  readonly status: string;
  /** ACM's name of its algorithm, with underscores: `RSA_2048`. */
  readonly keyAlgorithm: string;
  /** In ms since the epoch; undefined before it is issued. */
  readonly expiresAt: number | undefined;
  /** ACM's state of its renewal; undefined where none has begun. */
  readonly renewal: string | undefined;
}

/** An alternate domain name of a CloudFront distribution. */
export interface FoundAlias {
  readonly name: string;
  readonly distributionId: string;
}

/** A topic of Amazon SNS, as far as alarms depend on it. */
export interface FoundTopic {
  readonly isFifo: boolean;
  /** Of AWS KMS; undefined for a topic that isn't encrypted. */
  readonly keyId: string | undefined;
  /** JSON. */
  readonly policy: string;
  readonly confirmedSubscriptions: number;
}

/** The settings of a stage, or each reason why there are none. */
export type StageSettings =
  | { readonly settings: Settings; readonly path: string }
  | { readonly faults: readonly string[] };

/** The things that the settings of a stage name; every method only reads. */
export interface StageSubject {
  readonly read: StageSettings;
  /** In ms since the epoch. */
  readonly now: () => number;
  /** Those where CloudFront has Origin Shield. */
  readonly shieldRegions: readonly string[];
  /** Undefined where no certificate has this ARN. */
  findCertificate(arn: string): Promise<FoundCertificate | undefined>;
  /** Of all distributions of the account. */
  listAliases(): Promise<readonly FoundAlias[]>;
  /** Whether API Gateway has this custom domain in the region. */
  hasApiDomain(name: string): Promise<boolean>;
  /** Of the deployed stack; none before its first deploy. */
  listOwnResources(): Promise<readonly StackResource[]>;
  /** An output of the deployed stack. */
  findOutput(name: string): Promise<string | undefined>;
  /** Whether AWS WAF has this web ACL. */
  hasWebAcl(arn: string): Promise<boolean>;
  /** Undefined where no topic has this ARN. */
  findTopic(arn: string): Promise<FoundTopic | undefined>;
  /** The names of the private keys of the stack in SSM. */
  listPrivateKeys(): Promise<readonly string[]>;
  /** Names that a DNS name is an alias of; none without such a record. */
  resolveCname(name: string): Promise<readonly string[]>;
  /** Whether a DNS name has an address. */
  hasAddress(name: string): Promise<boolean>;
  /** The mail servers of a domain (RFC 5321 section 5.1); none without a record. */
  resolveMailServers(domain: string): Promise<readonly string[]>;
}
