import { expect } from '@playwright/test';
import { call } from '../../../src/api/client.ts';
import { organizationReports } from '../../../src/api/report/report-list.ts';
import type { Service } from './service.ts';

/** A key of a new person with a role at the desk. @param whole whether the person sees the whole desk */
export async function personKey(
  service: Service,
  role: 'viewer' | 'reviewer' | 'admin',
  email: string,
  { whole = false } = {},
) {
  const scopes = role === 'admin' ? ['--scope', 'protect,report,read,manage'] : [];
  const words = ['--kind', 'user', '--email', email, '--organization', 'acme', ...scopes];
  const printed = await service.command('keys', 'create', ...words);
  const [, id = ''] = /Key (\d+)/.exec(printed) ?? [];
  const [key = ''] = /wary_[\w-]+/.exec(printed) ?? [];
  await service.command('keys', 'role', id, role, ...(whole ? ['--everything'] : []));
  return { id, key };
}

/** The reports of the demo organization. */
async function reportsOf(service: Service) {
  const endpoint = { baseUrl: `http://127.0.0.1:${service.port}`, apiKey: service.keys.organization };
  const answer = await call(endpoint, organizationReports, { query: { slug: 'acme' } });
  if (answer.status !== 200) throw new Error('The reports came without a body');
  return answer.data.reports;
}

/** What each report of the demo organization names. */
export const reported = async (service: Service): Promise<string[]> =>
  (await reportsOf(service)).map(({ assets }) => assets.map(({ content }) => content).join(' '));

/** Somebody who decides at the desk without a browser of the test. */
export class Reviewer {
  readonly #service: Service;
  readonly #cookie: string;

  private constructor(service: Service, cookie: string) {
    this.#service = service;
    this.#cookie = cookie;
  }

  /** A person with an address of their own who has signed in. */
  static async signedIn(service: Service): Promise<Reviewer> {
    const { key } = await personKey(service, 'admin', `${crypto.randomUUID()}@acme.test`, { whole: true });
    const response = await send(service, '/desk/sign-in', '', { key });
    return new Reviewer(service, response.headers.get('set-cookie')!.split(';')[0]!);
  }

  async page(path: string): Promise<string> {
    const headers = { cookie: this.#cookie };
    return (await fetch(`http://127.0.0.1:${this.#service.port}${path}`, { headers })).text();
  }

  async post(path: string, fields: Fields): Promise<void> {
    await send(this.#service, path, this.#cookie, fields);
  }

  /** Decides what waits of an asset. */
  async decide(content: string, decision: 'APPROVE' | 'REJECT', message = ''): Promise<void> {
    const names = (one: { readonly content: string }) => one.content.includes(content);
    const report = (await reportsOf(this.#service)).find(({ assets }) => assets.some(names))!;
    const { id } = report.assets.find(names)!;
    const proposal = report.proposals.find(({ assetId }) => assetId === id)!;
    await this.post(`/desk/reports/${report.id}/decision`, { decision, proposal: `${proposal.id}`, note: '', message });
  }

  /** Decides a dispute. */
  async decideDispute(id: number, decision: 'ACCEPTED' | 'REJECTED', note = ''): Promise<void> {
    await this.post(`/desk/disputes/${id}/decision`, { decision, note });
  }
}

type Fields = Readonly<Record<string, string>>;

async function send(service: Service, path: string, cookie: string, fields: Fields): Promise<Response> {
  const address = `http://127.0.0.1:${service.port}`;
  const response = await fetch(`${address}${path}`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) },
    headers: { cookie, origin: address, 'sec-fetch-site': 'same-origin' },
  });
  expect(response.status, await response.clone().text()).toBe(303);
  return response;
}
