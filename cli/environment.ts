/** THE table of what is read of the environment. */
export const ENVIRONMENT = {
  IMAGEWELL_URL: 'the service, as --url',
  IMAGEWELL_API_KEY:
    'for images, usage and saving what is uploaded, where nobody is named by --project, --token or --email',
  IMAGEWELL_UPLOAD_KEY: 'for uploads',
  IMAGEWELL_SIGNING_SECRET: 'for sign',
  IMAGEWELL_TOKEN: 'an access token, as --token',
  IMAGEWELL_PROJECT: 'the project, as --project',
  IMAGEWELL_EMAIL: 'with --data, as --email',
  IMAGEWELL_ISSUER: 'for login, as --issuer',
  IMAGEWELL_CLIENT_ID: 'for login, as --client-id',
  IMAGEWELL_BROWSER: 'the command that login opens an address with; then BROWSER',
  BROWSER: 'the same, as other programs have it',
  XDG_CONFIG_HOME: 'where the folder imagewell is, with who is signed in; ~/.config unless set',
  APPDATA: 'the same on Windows',
  DATA_DIR: 'for admin, the data folder, as --data',
  CI: 'set: nobody is asked anything',
  NO_COLOR: 'set: no colours',
  FORCE_COLOR: 'set: colours though no terminal is there',
} as const;

/** What of it is set. */
export type Environment = { readonly [Name in keyof typeof ENVIRONMENT]?: string | undefined };
