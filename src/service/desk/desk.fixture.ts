import { asc, eq } from 'drizzle-orm';
import { type RequestOf, SCOPES, type Scope } from '../../api/operation.ts';
import { reportCreate } from '../../api/report/report.ts';
import { apiKeys, proposals } from '../database/schema/index.ts';
import { IMPLEMENTATIONS, ROUTES } from '../feature/operations.ts';
import { ensurePerson } from '../feature/user/person.ts';
import { createKey } from '../http/access/api-key.ts';
import { createApplication } from '../http/application.ts';
import type { ServiceApp } from '../http/log/request-log.ts';
import { ORIGIN, ServiceFixture } from '../http/service.fixture.ts';
import { mountPortal } from '../portal/app.ts';
import { mountDesk } from './mount.ts';
import type { DeskRole } from './person.ts';

type ReportBody = RequestOf<typeof reportCreate>['body'];
export type Seen = { readonly status: number; readonly text: string; readonly headers: Headers };

/** For tests: somebody who is signed in, or not yet, with a browser that keeps one cookie. */
export class Visitor {
  readonly #app: ServiceApp;
  cookie: string | null = null;

  constructor(app: ServiceApp) {
    this.#app = app;
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Seen> {
    return this.#send(path, { headers });
  }

  /** Sends a form as the browser does. */
  async post(path: string, fields: Record<string, string | readonly string[]>, headers: Record<string, string> = {}) {
    const form = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
    return this.#send(path, {
      method: 'POST',
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN, ...headers },
    });
  }

  async #send(path: string, init: { method?: string; body?: string; headers: Record<string, string> }): Promise<Seen> {
    const cookie: Record<string, string> = this.cookie === null ? {} : { cookie: `desk=${this.cookie}` };
    const response = await this.#app.request(`${ORIGIN}${path}`, { ...init, headers: { ...cookie, ...init.headers } });
    const set = /^desk=([^;]*);/.exec(response.headers.get('set-cookie') ?? '')?.[1];
    if (set !== undefined) this.cookie = set === '' ? null : set;
    return { status: response.status, text: await response.text(), headers: response.headers };
  }
}

/** For tests: the desk and the portal over a service without data but two organizations. */
export class DeskFixture {
  readonly service: ServiceFixture;
  readonly app: ServiceApp;

  static async open(options: Parameters<typeof ServiceFixture.open>[0] = {}): Promise<DeskFixture> {
    return new DeskFixture(await ServiceFixture.open(options));
  }

  private constructor(service: ServiceFixture) {
    this.service = service;
    this.app = createApplication(service.service, IMPLEMENTATIONS, ROUTES, (app) => {
      mountDesk(service.service)(app);
      mountPortal(service.service)(app);
    });
  }

  get database() {
    return this.service.opened.database;
  }

  close(): Promise<void> {
    return this.service.close();
  }

  visitor(): Visitor {
    return new Visitor(this.app);
  }

  /** A key of a new person. */
  async key(
    deskRole: DeskRole | null,
    {
      everything = false,
      organizationIds = [this.service.acme],
      email = `${crypto.randomUUID()}@acme.test`,
      scopes = SCOPES as readonly Scope[],
    } = {},
  ): Promise<{ id: number; key: string; email: string }> {
    const userId = await ensurePerson(this.database, email, null);
    const order = { kind: 'user', scopes, label: 'desk', organizationIds, userId, deskRole } as const;
    const made = await createKey(this.database, order);
    await this.database.update(apiKeys).set({ isWholeDesk: everything }).where(eq(apiKeys.id, made.id));
    return { ...made, email };
  }

  /** Somebody with this role who has signed in. */
  async person(
    role: DeskRole,
    options: Parameters<DeskFixture['key']>[1] = {},
  ): Promise<Visitor & { readonly email: string; readonly keyId: number; readonly key: string }> {
    const { id, key, email } = await this.key(role, options);
    const visitor = this.visitor();
    const { status } = await visitor.post('/desk/sign-in', { key });
    if (status !== 303) throw new Error(`The sign-in answered ${status}`);
    return Object.assign(visitor, { email, keyId: id, key });
  }

  /** Files a report of acme as a visitor of its portal does. */
  async report(
    contents: readonly string[],
    more: Partial<ReportBody> = {},
    key?: string,
  ): Promise<{ id: number; receipt: string; proposals: number[] }> {
    const body = { assets: contents.map((content) => ({ content })), ...more };
    const { body: made } = await this.service.call(reportCreate, { body }, key === undefined ? {} : { key });
    const { id, receipt = '' } = made;
    const rows = await this.database
      .select({ id: proposals.id })
      .from(proposals)
      .where(eq(proposals.reportId, id))
      .orderBy(asc(proposals.id));
    return { id, receipt, proposals: rows.map((row) => row.id) };
  }
}

/** The field of a page's last form that has one that says what it was filled with. */
export const versionIn = (page: string) => {
  const [, name = '', value = ''] = [...page.matchAll(/name="(version|seen)" value="([^"]+)"/g)].at(-1) ?? [];
  return { [name]: value };
};
