import type { Context } from 'hono';
import type { ReportBody } from '../../api/report/report.ts';
import { seedDemo } from '../command/demo/seed.ts';
import type { OpenDatabase } from '../database/connection.ts';
import { openTestDatabase } from '../database/database.fixture.ts';
import { organizations } from '../database/schema/index.ts';
import type { DisputeBody } from '../feature/dispute/filing.ts';
import { call } from '../feature/operations.ts';
import { attachmentId } from '../feature/report/attachment.ts';
import { networksOf } from '../http/networks.ts';
import { Semaphore } from '../http/request/semaphore.ts';
import { Quotas } from '../http/sender/quota.ts';
import type { Service } from '../http/service.ts';
import { portalApp } from './app.ts';

export const ORIGIN = 'http://portal.wary.test';
/** The default receipt. */
export const RECEIPT = 'R'.repeat(22);
/** ms since epoch */
export const NOW = Date.UTC(2026, 10, 20);

const roomy = () => ({ semaphore: new Semaphore(3), spaceBytes: 2 ** 30 });

type Filed = { readonly organizationId: number; readonly body: ReportBody | DisputeBody };

/** For tests: the portal with the demo's data, and a desk that records submissions and answers on demand. */
export class PortalFixture {
  readonly opened: OpenDatabase;
  /** Id of the demo organization. */
  readonly acme: number;
  filed: Filed[] = [];
  /** Ids of the files of the last submitted report. */
  attached: readonly string[] = [];
  failures: unknown[] = [];
  uploads = roomy();
  /** The receipt of what is submitted. @throws Failure where it is refused */
  answer: () => Promise<string> = async () => RECEIPT;
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

  /** Clears the submissions and the quotas. */
  reset(): void {
    this.filed = [];
    this.attached = [];
    this.failures = [];
    this.uploads = roomy();
    this.answer = async () => RECEIPT;
    this.#app = this.#portal();
  }

  async get(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string; headers: Headers }> {
    const response = await this.#app.request(`${ORIGIN}${path}`, { headers });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** Submits a form as a browser does: as multipart with files, else URL-encoded. A field may have several values. */
  async post(
    path: string,
    fields: Record<string, string | readonly string[]>,
    headers: Record<string, string> = { origin: ORIGIN },
    files: readonly File[] = [],
  ): Promise<{ status: number; text: string; headers: Headers }> {
    const form = files.length === 0 ? new URLSearchParams() : new FormData();
    for (const [name, values] of Object.entries(fields))
      for (const value of [values].flat()) form.append(name, value as string);
    for (const file of files) (form as FormData).append('files', file);
    const response = await this.#app.request(`${ORIGIN}${path}`, { method: 'POST', headers, body: form });
    return { status: response.status, text: await response.text(), headers: response.headers };
  }

  /** A new organization with a unique slug, and its id. */
  async organization(change: Partial<typeof organizations.$inferInsert>): Promise<{ id: number; slug: string }> {
    const slug = `org-${crypto.randomUUID()}`;
    const values = { name: 'Test', slug, ...change };
    const [row] = await this.opened.database.insert(organizations).values(values).returning({ id: organizations.id });
    return { id: row!.id, slug };
  }

  #portal(): ReturnType<typeof portalApp> {
    const service = {
      database: this.opened.database,
      log: { debug: () => {}, info: () => {}, error: (_: string, error: unknown) => this.failures.push(error) },
      portalUrl: ORIGIN,
      publicUrl: ORIGIN,
      clientCountry: () => null,
      clientAddress: (context: Context) => context.req.header('x-test-address') ?? '192.0.2.1',
      uploads: this.uploads,
      quotas: new Quotas({ addressPerHour: 5, keyPerHour: 5, sharedNetworks: networksOf(['198.51.100.7']) }),
    };
    const calls = (async (inner, source, operation, request) => {
      if (/^attachmentUpload$|Answer$/.test(operation.id)) return call(inner, source, operation, request);
      const { attachmentUrls, ...body } = (request as { body: ReportBody }).body;
      this.attached = (attachmentUrls ?? []).map((url) => attachmentId([ORIGIN], url)!);
      this.filed.push({ organizationId: source.caller.organizations[0]!.id, body });
      return { receipt: await this.answer() };
    }) as typeof call;
    return portalApp(service as unknown as Service, calls, () => NOW);
  }
}
