/** THE table of environment variables. */
export const ENVIRONMENT = {
  IMAGEWELL_URL: 'base URL of the service, like --url',
  IMAGEWELL_API_KEY:
    'API key for images, usage and uploads; ignored with --project, --token or --email',
  IMAGEWELL_UPLOAD_KEY: 'upload key',
  IMAGEWELL_SIGNING_SECRET: 'signing secret for sign',
  IMAGEWELL_TOKEN: 'access token, like --token',
  IMAGEWELL_PROJECT: 'project, like --project',
  IMAGEWELL_EMAIL: 'e-mail address for --data, like --email',
  IMAGEWELL_ISSUER: 'token issuer for login, like --issuer',
  IMAGEWELL_CLIENT_ID: 'client ID for login, like --client-id',
  IMAGEWELL_BROWSER: 'command with which login opens a URL; falls back to BROWSER',
  BROWSER: 'standard variable for the browser command',
  XDG_CONFIG_HOME: 'parent of the folder imagewell, which stores sign-ins; ~/.config unless set',
  APPDATA: 'the equivalent of XDG_CONFIG_HOME on Windows',
  IMAGEWELL_OBJECTS: 's3://BUCKET of a service for backup, verify and restore, like --objects',
  DATA_DIR: 'data folder for admin, backup and verify, like --data',
  CI: 'if set, no questions are asked',
  NO_COLOR: 'if set, the output has no colours',
  FORCE_COLOR: 'if set, the output has colours even without a terminal',
} as const;

/** The environment variables that are set. */
export type Environment = { readonly [Name in keyof typeof ENVIRONMENT]?: string | undefined };
