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
import { ENVIRONMENT } from '../../lambdas/environment.ts';
import type { Settings } from '../settings.ts';
import type { TokenIssuer } from '../token-issuer.ts';
import type { ServiceFunction } from './service-function.ts';

export interface CognitoUserPoolProps {
  /** The check before every sign-up. */
  readonly checkSignUp: ServiceFunction;
  readonly settings: Pick<Settings, 'signUp' | 'signUpDomains' | 'signInMfa' | 'removalPolicy'>;
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

/** The service's own user pool with hosted sign-in, and the command line as its only client. */
export class CognitoUserPool extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;
  readonly domain: UserPoolDomain;
  /** The requirements on its tokens. */
  readonly issuer: TokenIssuer;

  constructor(scope: Construct, id: string, props: CognitoUserPoolProps) {
    super(scope, id);
    this.tellRule(props);
    this.pool = this.createPool(props);
    this.client = this.createClient();
    this.domain = this.createDomain();
    const { region } = Stack.of(this);
    const issuer = `https://cognito-idp.${region}.amazonaws.com/${this.pool.userPoolId}`;
    this.issuer = {
      tokenIssuer: issuer,
      tokenKeysUrl: `${issuer}/.well-known/jwks.json`,
      // its access tokens have no `aud`
      tokenAudienceClaim: 'client_id',
      tokenAudiences: [this.client.userPoolClientId],
      tokenUserInfoUrl: `${this.domain.baseUrl()}/oauth2/userInfo`,
    };
  }

  /** The information for users who sign in, or invite. */
  get outputs(): Readonly<Record<string, string>> {
    return {
      UserPoolId: this.pool.userPoolId,
      SignInClientId: this.client.userPoolClientId,
      SignInUrl: this.domain.baseUrl(),
    };
  }

  private tellRule({ checkSignUp, settings }: CognitoUserPoolProps): void {
    checkSignUp.setVariable(ENVIRONMENT.signUp, settings.signUp);
    if (!settings.signUpDomains) return;
    checkSignUp.setVariable(ENVIRONMENT.signUpDomains, settings.signUpDomains.join(','));
  }

  private createPool({ checkSignUp, settings }: CognitoUserPoolProps): UserPool {
    const { signUp, signInMfa, removalPolicy } = settings;
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
      mfa: signInMfa === 'required' ? Mfa.REQUIRED : Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection: isKept,
      removalPolicy: isKept ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  private createClient(): UserPoolClient {
    return this.pool.addClient('CommandLine', {
      generateSecret: false, // a program on a user's machine can't keep a secret: PKCE replaces it
      authFlows: {},
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL],
        callbackUrls: [...CLI_REDIRECT_URIS],
      },
      supportedIdentityProviders: [UserPoolClientIdentityProvider.COGNITO],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(30),
      readAttributes: new ClientAttributes().withStandardAttributes({
        email: true,
        emailVerified: true,
      }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
    });
  }

  /** Its name is unique over all accounts of a region, so it contains the stack's own id. */
  private createDomain(): UserPoolDomain {
    const unique = Fn.select(2, Fn.split('/', Stack.of(this).stackId));
    return this.pool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: `imagewell-${unique}` },
    });
  }
}
