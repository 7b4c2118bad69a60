/** The outputs of a stack that the files of its site depend on. */
export const SITE_OUTPUTS = [
  'BaseUrl',
  'CdnUrl',
  'ConsoleClientId',
  'TokenIssuer',
  'EventBus',
] as const;

/** The properties of the custom resource that writes a site when a stack is deployed. */
export interface SiteProperties {
  readonly Bucket: string;
  readonly Version: string;
  /** Those of `SITE_OUTPUTS` that the stack has. */
  readonly Outputs: Readonly<Record<string, string>>;
  /** Of code and files: another one writes the site again. */
  readonly Fingerprint: string;
}
