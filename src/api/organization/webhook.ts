import * as z from 'zod/mini';
import { known, webAddress } from '../field.ts';
import { operation } from '../operation.ts';

export const WEBHOOK_EVENTS = [
  'asset.status-updated',
  'asset.status-escalated',
  'organization.threat-detection-added',
  'debug.test',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Carries `sha256=` and the HMAC-SHA-256 of the body under the webhook's secret, in lower-case hex. */
export const SIGNATURE_HEADER = 'X-Signature';
/** Number of a delivery, the same for every attempt, so that a receiver recognizes repeats. */
export const DELIVERY_HEADER = 'X-Delivery-Id';

/**
 * Creates the webhook of an organization. Calling it again with the same URL replaces its events and its secret; no
 * events pause it. Only this answer contains the secret.
 */
export const webhookConfig = operation({
  id: 'webhookConfig',
  group: 'Webhooks',
  summary: 'Configure a webhook',
  method: 'POST',
  path: '/webhook/config',
  access: 'manage',
  body: z.object({
    url: webAddress(2_048),
    events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.maxLength(WEBHOOK_EVENTS.length)),
    slug: z.optional(z.string().check(z.maxLength(255))),
  }),
  response: z.object({
    id: z.int(),
    url: z.string(),
    events: z.array(known(WEBHOOK_EVENTS)),
    secret: z.string(),
  }),
  errors: [409],
});

/** The body of every delivery. */
export const webhookDelivery = z.object({
  type: known(WEBHOOK_EVENTS),
  created_at: z.string(),
  data: z.record(z.string(), z.unknown()),
});
