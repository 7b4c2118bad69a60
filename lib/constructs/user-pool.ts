import { Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
  UserPoolClientIdentityProvider,
  type UserPoolDomain,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { CLI_REDIRECT_URIS } from '../../core/accounts/cli-client.ts';
import { CONSOLE_CLIENT } from '../../core/accounts/console-client.ts';
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { OwnUserPool } from '../image-service-props.ts';
import { originOf } from '../origin-of.ts';
import type { TokenIssuer } from '../service-config.ts';
import { suffixOf } from '../service-name.ts';
import type { ServiceFunction } from './service-function.ts';
import { signInUrlOf } from './sign-in-domain.ts';

export interface CognitoUserPoolProps {
  /** The check before every sign-up. */
  readonly checkSignUp: ServiceFunction;
  /** URL of the console, without a slash at the end; only its client has it. */
  readonly consoleUrl: string;
  readonly rule: Required<OwnUserPool>;
  readonly removalPolicy: 'retain' | 'destroy';
  /** The name of the pool's domain tells it apart from others in the stack. */
  readonly service: Construct;
}

/**
 * NIST SP 800-63B requires length first of all; cdk-nag and Amazon Cognito's own pages require each
 * kind of character.
 */
const PASSWORD = {
  minLength: 12,
  requireLowercase: true,
  requireUppercase: true,
  requireDigits: true,
  requireSymbols: true,
  tempPasswordValidity: Duration.days(3),
};

/** Properties of every public client of the pool: a code with PKCE, and no secret. */
const PUBLIC_CLIENT = {
  generateSecret: false, // a page or a program on a user's machine can't keep one
  authFlows: {},
  supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
  preventUserExistenceErrors: true,
  enableTokenRevocation: true,
  accessTokenValidity: Duration.hours(1),
  idTokenValidity: Duration.hours(1),
  readAttributes: new ClientAttributes().withStandardAttributes({
    email: true,
    emailVerified: true,
  }),
  writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
};
const OAUTH = {
  flows: { authorizationCodeGrant: true },
  scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
};

/** The service's own user pool with hosted sign-in, for the command line and the console. */
export class CognitoUserPool extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  readonly consoleClient: UserPoolClient;
  readonly domain: UserPoolDomain;
  /** The requirements on its tokens. */
  readonly issuer: TokenIssuer;
  private readonly signInUrl: string;

  constructor(scope: Construct, id: string, props: CognitoUserPoolProps) {
    super(scope, id);
    this.tellRule(props);
    this.pool = this.createPool(props);
    this.client = this.createClient();
    this.consoleClient = this.createConsoleClient(props);
    this.domain = this.createDomain(props);
    this.signInUrl = signInUrlOf(this, this.domain);
    const issuer = `https://${this.pool.userPoolProviderName}`;
    this.issuer = {
      tokenIssuer: issuer,
      tokenKeysUrl: `${issuer}/.well-known/jwks.json`,
      // its access tokens have no `aud`
      tokenAudienceClaim: 'client_id',
      tokenAudiences: [this.client.userPoolClientId, this.consoleClient.userPoolClientId],
      tokenUserInfoUrl: `${this.signInUrl}/oauth2/userInfo`,
    };
  }

  /**
   * The addresses that a page requests to sign in: the issuer's description, and its token
   * endpoint.
   */
  get urls(): readonly string[] {
    return [originOf(`https://${this.pool.userPoolProviderName}`), this.signInUrl];
  }

  /** The information for users who sign in, or invite. */
  get outputs(): Readonly<Record<string, string>> {
    return {
      UserPoolId: this.pool.userPoolId,
      SignInClientId: this.client.userPoolClientId,
      ConsoleClientId: this.consoleClient.userPoolClientId,
      SignInUrl: this.signInUrl,
    };
  }

  private tellRule({ checkSignUp, rule }: CognitoUserPoolProps): void {
    checkSignUp.setVariable(ENVIRONMENT.signUp, rule.signUp ?? 'invited');
    if (!rule.signUpDomains?.length) return;
    checkSignUp.setVariable(ENVIRONMENT.signUpDomains, rule.signUpDomains.join(','));
  }

  private createPool({ checkSignUp, rule, removalPolicy }: CognitoUserPoolProps): UserPool {
    const { signUp, mfa } = rule;
    const isKept = removalPolicy === 'retain';
    return new UserPool(this, 'Pool', {
      // hosted pages, TOTP, triggers: the higher plans add branding and risk scores, at three times
      // the price of a user and more
      featurePlan: FeaturePlan.LITE,
      selfSignUpEnabled: signUp !== 'invited',
      lambdaTriggers: { preSignUp: checkSignUp },
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      userVerification: { emailStyle: VerificationEmailStyle.CODE },
      standardAttributes: { email: { required: true, mutable: true } },
      // a changed address is valid only once it is verified
      keepOriginal: { email: true },
      passwordPolicy: PASSWORD,
      mfa: mfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: isKept,
      removalPolicy: isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  private createClient(): UserPoolClient {
    return this.pool.addClient('CommandLine', {
      ...PUBLIC_CLIENT,
      oAuth: { ...OAUTH, callbackUrls: [...CLI_REDIRECT_URIS] },
      refreshTokenValidity: Duration.days(30),
    });
  }

  private createConsoleClient({ consoleUrl }: CognitoUserPoolProps): UserPoolClient {
    const { redirectPath, signedOutPath } = CONSOLE_CLIENT;
    return this.pool.addClient('Console', {
      ...PUBLIC_CLIENT,
      oAuth: {
        ...OAUTH,
        callbackUrls: [consoleUrl + redirectPath],
        logoutUrls: [consoleUrl + signedOutPath],
      },
      // in a page's memory: longer than a day no page is open
      refreshTokenValidity: Duration.days(1),
    });
  }

  /** Its name is unique over all accounts of a region, so it contains the stack's own id. */
  private createDomain({ service }: CognitoUserPoolProps): UserPoolDomain {
    const unique = Fn.select(2, Fn.split('/', Stack.of(this).stackId));
    return this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `imagewell-${unique}${suffixOf(service)}` },
    });
  }
}
