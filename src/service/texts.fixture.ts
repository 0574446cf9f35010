import { createHash } from 'node:crypto';
import { inArray } from 'drizzle-orm';
import { KEY_DIGEST_LENGTH } from '../api/blocklist.ts';
import { OPERATIONS } from '../api/catalogue.ts';
import { operationUrl } from '../api/client.ts';
import type { Operation } from '../api/operation.ts';
import { disputeRead } from '../api/report/dispute.ts';
import { reportRead } from '../api/report/report.ts';
import { COMMANDS } from './command/catalogue.ts';
import { runCommand } from './command/run.ts';
import {
  assets,
  attachments,
  disputes,
  listedExpressions,
  reports,
  scans,
  webhookDeliveries,
  webhooks,
} from './database/schema/index.ts';
import type { DeskFixture, Visitor } from './desk/desk.fixture.ts';
import { changeOf } from './http/access/audit.ts';
import { type Sample, sampleOf } from './http/route/sample.fixture.ts';
import { ORIGIN } from './http/service.fixture.ts';

/** What the words begin with by which a test recognizes a text. */
export const MARKED = 'mk';

/** Asks a service everything that a reader can ask, and returns all answers as one text. */
export class Reading {
  readonly #desk: DeskFixture;

  constructor(desk: DeskFixture) {
    this.#desk = desk;
  }

  /** A caller with a key: the answer to every operation that changes nothing, about each thing that exists. */
  async api(key: string): Promise<string> {
    const { service } = this.#desk;
    const answers: unknown[] = [];
    for (const operation of Object.values<Operation>(OPERATIONS)) {
      if (operation.encoding === 'multipart' || changeOf(operation) !== false) continue;
      for (const { params, query, body } of await this.#requests(operation, key)) {
        const init = body === undefined ? {} : { body: JSON.stringify(body) };
        const url = operationUrl(ORIGIN, operation, params, query);
        const answer = JSON.stringify((await service.send(operation, url, init, { key })).body);
        // Who names something and is answered with it has not read it there.
        const content = body?.content;
        answers.push(typeof content === 'string' ? answer.replaceAll(content, '') : answer);
      }
    }
    for (const { id } of await this.#desk.database.select({ id: attachments.id }).from(attachments)) {
      const headers = { 'X-API-KEY': key };
      const response = await this.#desk.app.request(`${ORIGIN}/api/v2/attachment/${id}`, { headers });
      answers.push(response.headers.get('content-disposition'), await response.text());
    }
    const files = JSON.stringify(answers).matchAll(/"(http:[^"]*\/lists\/[^"]*)"/g);
    for (const [, url] of files) answers.push(await (await this.#desk.app.request(url!)).text());
    return JSON.stringify(answers);
  }

  /** The requests of an operation that name each thing that exists once. */
  async #requests(operation: Operation, key: string): Promise<Sample[]> {
    const sample = sampleOf(operation);
    const [place, field] = named(sample) ?? [];
    if (place === undefined || field === undefined) return [sample];
    const { database } = this.#desk;
    const table = operation.path.startsWith('/dispute') ? disputes : reports;
    const values: unknown[] = {
      content: (await database.select({ value: assets.content }).from(assets)).map(({ value }) => value),
      assetId: (await database.select({ value: assets.id }).from(assets)).map(({ value }) => value),
      scanId: (await database.select({ value: scans.id }).from(scans)).map(({ value }) => value),
      receipt: (await database.select({ value: table.id }).from(table)).map(({ value }) => String(value)),
      keyDigest: [createHash('sha256').update(key).digest('hex').slice(0, KEY_DIGEST_LENGTH)],
      prefixes: (await database.select({ hash: listedExpressions.hash }).from(listedExpressions)).map(({ hash }) => [
        Buffer.from(hash).toString('hex').slice(0, 8),
      ]),
    }[field];
    return values.map((value) => ({ ...sample, [place]: { ...sample[place], [field]: value } }));
  }

  /** What the webhooks of an organization are sent. */
  async webhooks(organizationId: number): Promise<string> {
    const { database } = this.#desk;
    const mine = database
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(inArray(webhooks.organizationId, [organizationId]));
    const sent = await database.select().from(webhookDeliveries).where(inArray(webhookDeliveries.webhookId, mine));
    return sent.map(({ body }) => body).join('\n');
  }

  /** Somebody at the desk: every page that links lead to, and those of each report and dispute. */
  async desk(visitor: Visitor): Promise<string> {
    const { database } = this.#desk;
    const numbers = async (table: typeof reports | typeof disputes) =>
      (await database.select({ id: table.id }).from(table)).map(({ id }) => id);
    const cases = [
      ...(await numbers(reports)).map((id) => `/desk/reports/${id}`),
      ...(await numbers(disputes)).map((id) => `/desk/disputes/${id}`),
    ];
    return crawl(
      ['/desk', `/desk/search?q=${MARKED}`, ...cases],
      /^\/desk(?!\.|.*(language=|\?(?!part=)))/,
      async (path) => headed(await visitor.get(path)),
    );
  }

  /** A visitor of the portal. */
  async portal(): Promise<string> {
    const visitor = this.#desk.visitor();
    const inPortal = /^\/(?!desk|api|lists)[^?]*$/;
    return crawl(['/', '/acme'], inPortal, async (path) => headed(await visitor.get(path)));
  }

  /** A caller with a receipt, with the key of a build and on the portal. */
  async receipt(kind: 'report' | 'dispute', receipt: string, key: string): Promise<string> {
    const operation = kind === 'report' ? reportRead : disputeRead;
    const { body } = await this.#desk.service.call(operation, { params: { receipt } }, { key });
    return `${JSON.stringify(body)}${(await this.#desk.visitor().get(`/acme/${kind}/${receipt}`)).text}`;
  }

  /** An operator: what every command prints that only reads. */
  async commands(): Promise<string> {
    const all = COMMANDS.flatMap((entry) =>
      'commands' in entry
        ? entry.commands.map((command) => ({ command, words: [entry.name, command.name] }))
        : [{ command: entry, words: [entry.name] }],
    );
    const printed: string[] = [];
    for (const { command, words } of all) {
      if (command.reads !== true) continue;
      const wanted = (command.arguments ?? []).filter(({ required }) => required).map(() => 'acme');
      const options = (command.options ?? []).flatMap(({ long, mandatory }) =>
        mandatory ? [long!, 'acme'] : long === '--all' ? [long] : long === '--limit' ? [long, '1000'] : [],
      );
      printed.push((await this.command(...words, ...wanted, ...options)).out);
    }
    return printed.join('\n');
  }

  async command(...words: string[]): Promise<{ code: number; out: string }> {
    const { database, service } = this.#desk;
    const out: string[] = [];
    const write = (text: string) => void out.push(text);
    const terminal = { folder: '/', print: write, progress: { write } };
    const code = await runCommand(words, { database, publisher: service.service.publisher, terminal });
    return { code, out: out.join('\n') };
  }
}

const NAMES = ['content', 'assetId', 'scanId', 'receipt', 'keyDigest', 'prefixes'] as const;

/** The field of a request that names a thing. */
function named(sample: Sample): readonly ['params' | 'query' | 'body', (typeof NAMES)[number]] | null {
  for (const place of ['params', 'query', 'body'] as const)
    for (const field of NAMES) if (sample[place] && field in sample[place]) return [place, field];
  return null;
}

const headed = ({ text, headers }: { readonly text: string; readonly headers: Headers }): string =>
  `${headers.get('content-disposition') ?? ''}${text}`;

/** Every page that links lead to, as one text. */
async function crawl(
  first: readonly string[],
  followed: RegExp,
  get: (path: string) => Promise<string>,
): Promise<string> {
  const pages = new Map<string, string>();
  const waiting = [...first];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const text = await get(path);
    pages.set(path, text);
    for (const [, link] of text.matchAll(/href="([^"#]+)/g)) {
      const next = link!.replaceAll('&amp;', '&');
      if (followed.test(next)) waiting.push(next);
    }
  }
  return [...pages.values()].join('\n');
}
