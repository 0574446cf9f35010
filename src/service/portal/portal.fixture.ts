import type { ReportBody } from '../../api/report/report.ts';
import type { ReachedOrganization } from '../access/api-key.ts';
import { Quotas } from '../access/quota.ts';
import { trustedProxies } from '../access/trusted-proxies.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { organizations } from '../database/schema/index.ts';
import { seedDemo } from '../demo/seed.ts';
import { portalApp } from './app.ts';
import type { Submission } from './form-handler.ts';
import type { DisputeBody } from './page/dispute-form.ts';
import { PortalStore } from './store.ts';

export const ORIGIN = 'http://portal.wary.test';
/** What the desk answers unless it is told otherwise. */
export const RECEIPT = 'R'.repeat(22);
/** ms since epoch */
export const NOW = Date.UTC(2026, 10, 20);

type Filed = { readonly organizationId: number; readonly body: ReportBody | DisputeBody };

/** For tests: the portal over the demo's data, with a desk that records what is handed in and answers as it is told. */
export class PortalFixture {
  readonly opened: OpenDatabase;
  /** Id of the demo organization. */
  readonly acme: number;
  filed: Filed[] = [];
  failures: unknown[] = [];
  answer: () => Promise<Submission> = async () => ({ receipt: RECEIPT });
  #app: ReturnType<typeof portalApp>;

  static async open(): Promise<PortalFixture> {
    const opened = await openTestDatabase();
    return new PortalFixture(opened, (await seedDemo(opened.database, NOW)).acme);
  }

  constructor(opened: OpenDatabase, acme: number) {
    this.opened = opened;
    this.acme = acme;
    this.#app = this.#portal();
  }

  /** Forgets what was handed in, and who has handed in how much. */
  reset(): void {
    this.filed = [];
    this.failures = [];
    this.answer = async () => ({ receipt: RECEIPT });
    this.#app = this.#portal();
  }

  async get(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string; headers: Headers }> {
    const response = await this.#app.request(`${ORIGIN}${path}`, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  async post(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = { origin: ORIGIN },
  ): Promise<{ status: number; text: string; headers: Headers }> {
    const response = await this.#app.request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** A new organization with an own slug, and its id. */
  async organization(change: Partial<typeof organizations.$inferInsert>): Promise<{ id: number; slug: string }> {
    const slug = `org-${crypto.randomUUID()}`;
    const values = { name: 'Test', slug, ...change };
    const [row] = await this.opened.database.insert(organizations).values(values).returning({ id: organizations.id });
    return { id: row!.id, slug };
  }

  #portal(): ReturnType<typeof portalApp> {
    const file = ({ id: organizationId }: ReachedOrganization, body: ReportBody | DisputeBody) => {
      this.filed.push({ organizationId, body });
      return this.answer();
    };
    return portalApp({
      store: new PortalStore(this.opened.database),
      createReport: file,
      createDispute: file,
      answerQuestion: async () => false,
      clientCountry: () => null,
      clientAddress: (context) => context.req.header('x-test-address') ?? '192.0.2.1',
      quotas: new Quotas({ addressPerHour: 5, keyPerHour: 5, sharedNetworks: trustedProxies(['198.51.100.7']) }),
      portalOrigin: ORIGIN,
      now: () => NOW,
      logFailure: (_, error) => this.failures.push(error),
    });
  }
}
