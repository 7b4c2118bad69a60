/** Tells the CDN to forget every picture of a project; the part of the port EdgePurge that settings need. */
export interface ProjectPurge {
  purgeProject(projectId: string): Promise<void>;
}
