import type { UploadCredential } from './upload-options.ts';

/** The address of an upload and its result, by its credential. */
export interface UploadTarget {
  /** Of the call that takes the bytes. */
  readonly bytesPath: string;
  /** Of the call that answers the form of a direct upload. */
  readonly formPath: string;
  /** Asked before each attempt. */
  headers(): Promise<Readonly<Record<string, string>>>;
  /** The project, where the credential doesn't say it. */
  readonly projectId?: string;
}

const OWN = {
  bytesPath: '/api/v1/upload-project-image',
  formPath: '/api/v1/create-project-upload',
};

/** The calls of a credential. */
export function uploadTarget(credential: UploadCredential): UploadTarget {
  if (credential.uploadKey !== undefined) {
    const { uploadKey } = credential;
    return {
      bytesPath: `/api/v1/upload-temporary-image/${uploadKey}`,
      formPath: `/api/v1/create-direct-upload/${uploadKey}`,
      headers: async () => ({}),
    };
  }
  if (credential.apiKey !== undefined) {
    const { apiKey } = credential;
    return { ...OWN, headers: async () => ({ 'X-API-Key': apiKey }) };
  }
  const { accessToken, projectId } = credential;
  return {
    ...OWN,
    projectId,
    async headers() {
      const token = typeof accessToken === 'string' ? accessToken : await accessToken();
      return { Authorization: `Bearer ${token}` };
    },
  };
}
