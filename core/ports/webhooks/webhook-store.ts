import type { Webhook } from '../../webhooks/webhook.ts';

/** The webhooks of a project, with the version that each change raises. */
export interface ProjectWebhooks {
  readonly webhooks: readonly Webhook[];
  /** 0 if the project never had one. */
  readonly version: number;
}

/** A port for webhooks; all webhooks of a project are one record. */
export interface WebhookStore {
  getWebhooks(projectId: string): Promise<ProjectWebhooks>;
  /** Durable if it answers true; false, and nothing is changed, if the version differs. */
  replaceWebhooks(
    projectId: string,
    webhooks: readonly Webhook[],
    version: number,
  ): Promise<boolean>;
}
