/** A port for the key with which the service signs the addresses of a project's thumbnails. */
export interface ThumbnailSecrets {
  /** Undefined if the project has none yet. */
  find(projectId: string): Promise<string | undefined>;
  /** The project's key: `secret` if it has none yet. Concurrent calls answer the same one. */
  findOrAdd(projectId: string, secret: string): Promise<string>;
}
