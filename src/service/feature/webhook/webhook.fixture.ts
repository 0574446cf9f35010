import { WEBHOOK_EVENTS, type WebhookEvent, webhookConfig } from '../../../api/organization/webhook.ts';
import { jobs } from '../../database/schema/job.ts';
import { webhookDeliveries, webhooks } from '../../database/schema/webhook.ts';
import { ANYWHERE, type OutboundPolicy } from '../../http/outgoing.ts';
import { ServiceFixture } from '../../http/service.fixture.ts';
import { decide } from '../listing/decision.ts';
import { type DeliveryTiming, webhookDeliverer } from './deliverer.ts';
import { Receiver } from './receiver.fixture.ts';

const FAST: DeliveryTiming = { pollIntervalMs: 10, retryMs: 30, growth: 2, timeoutMs: 5_000 };

/** For tests: a service with a receiver of webhooks, and deliverers that represent its processes. */
export class WebhookFixture {
  readonly service: ServiceFixture;
  receiver!: Receiver;
  readonly #running: ReturnType<typeof webhookDeliverer>[] = [];

  static async open(): Promise<WebhookFixture> {
    return new WebhookFixture(await ServiceFixture.open({ outbound: ANYWHERE }));
  }

  private constructor(service: ServiceFixture) {
    this.service = service;
  }

  get database() {
    return this.service.opened.database;
  }

  /** Before each test: removes all webhooks and starts a new receiver. */
  async begin(): Promise<void> {
    this.receiver = await Receiver.start();
    await this.database.delete(webhooks);
    await this.database.delete(jobs);
  }

  async end(): Promise<void> {
    for (const deliverer of this.#running.splice(0)) await deliverer.stop();
    await this.receiver.stop();
  }

  deliver(over: { outbound?: OutboundPolicy; timing?: Partial<DeliveryTiming> } = {}) {
    const deliverer = webhookDeliverer({
      database: this.database,
      log: this.service.service.log,
      outbound: over.outbound ?? ANYWHERE,
      timing: { ...FAST, ...over.timing },
    });
    this.#running.push(deliverer);
    deliverer.start();
    return deliverer;
  }

  async configure(path = '/hook', events: readonly WebhookEvent[] = WEBHOOK_EVENTS) {
    const url = `${this.receiver.url}${path}`;
    const received = await this.service.call(webhookConfig, { body: { url, events: [...events] } });
    if (received.status !== 200) throw new Error(JSON.stringify(received.body));
    return received.body;
  }

  /** Sets the status of a host as an operator does. */
  list(content: string, status: 'BLOCKED' | 'UNKNOWN' = 'BLOCKED') {
    const entry = { status, decidedBy: 'OPERATOR', source: 'operator', reason: 'Drainer' } as const;
    return decide(this.database, { asset: { type: 'URL', content }, ...entry });
  }

  deliveries() {
    return this.database.select().from(webhookDeliveries).orderBy(webhookDeliveries.id);
  }
}
