import type { Webhook } from '../../webhooks/webhook.ts';

/** The webhooks of a project, with what tells them from those after the next change. */
export interface ProjectWebhooks {
  readonly webhooks: readonly Webhook[];
  /** 0 where there never was one. */
  readonly version: number;
}

/**
 * Webhooks, all of a project in one record; a port, with its adapters in adapters/webhook-store.
 */
export interface WebhookStore {
  getWebhooks(projectId: string): Promise<ProjectWebhooks>;
  /**
   * Durable where it answers true; false, and nothing is changed, where they are no longer of that
   * version.
   */
  replaceWebhooks(
    projectId: string,
    webhooks: readonly Webhook[],
    version: number,
  ): Promise<boolean>;
}
