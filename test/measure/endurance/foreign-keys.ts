import { join } from 'node:path';
import { UPDATE_PATH } from '../../../src/api/blocklist.ts';
import { OPERATIONS } from '../../../src/api/catalogue.ts';
import { encodedBody, operationUrl } from '../../../src/api/client.ts';
import { API_PREFIX, type Operation } from '../../../src/api/operation.ts';
import type { Sample } from '../../../src/service/http/route/sample.fixture.ts';
import { requestIn, SECRET, SECRET_HOST } from '../../../src/service/http/route/world.fixture.ts';
import { type ForeignWorld, makeForeignWorld, ownedBy, type Planted, plant, type Stranger } from './foreign-world.ts';
import { ServiceProcess } from './process.ts';

const ALL = Object.values<Operation>(OPERATIONS);
/** As long as {@link SECRET_HOST}, and known to nobody. */
const UNHEARD_HOST = 'unheardofit.example';
const SLUGS = ['slug', 'organizationSlug'];
const IDS = ['id', 'assetId', 'groupId', 'scanId', 'keyDigest', 'receipt'];
const PLACES = ['params', 'query', 'body'] as const;
/** Operations in whose answers the owner must find the marker: else a walk that sees none shows nothing. */
const LEAST_SEEN = 12;

export type ForeignKeyResult = {
  readonly requests: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Operations that told the owner the marker. */
  readonly toldToOwner: number;
  /** What was answered otherwise than it must be. */
  readonly problems: readonly string[];
};

type Try = { readonly operation: Operation; readonly request: Sample; readonly allowed: readonly number[] };

/**
 * Walks every operation with every form of what could name a thing of another organization, as strangers who must not have it: each is
 * refused by the status that is right, no answer holds the marker that stands in every record of that organization, what only it knows is
 * answered as what nobody knows, and nothing of it is changed.
 */
export async function walkForeignKeys(folder: string, databaseUrl: string | null): Promise<ForeignKeyResult> {
  const place =
    databaseUrl === null
      ? ({ kind: 'folder', folder: join(folder, 'data') } as const)
      : ({ kind: 'server', url: databaseUrl } as const);
  const world = await makeForeignWorld(place);
  const start = () => ServiceProcess.start({ folder, databaseUrl, name: 'foreign' }, world.ownerKey);
  const first = await start();
  let planted: Planted;
  let toldToOwner: number;
  try {
    planted = await plant(first, world);
    toldToOwner = await countTold(first.url, world);
  } finally {
    await first.stop();
  }
  const before = await ownedBy(place, world);
  const service = await start();
  const walk = new Walk(service.url, world, planted);
  try {
    await walk.go();
  } finally {
    await service.stop();
  }
  const { problems, requests, statuses } = walk;
  if (toldToOwner < LEAST_SEEN) problems.push(`only ${toldToOwner} operations tell the owner of what is the owner's`);
  const after = new Set((await ownedBy(place, world)).split('\n'));
  const changed = before.split('\n').filter((line) => !after.has(line));
  if (changed.length > 0) problems.push(`of the organization was changed: ${changed.join('')}`);
  return { requests, statuses, toldToOwner, problems };
}

class Walk {
  requests = 0;
  readonly statuses: Record<string, number> = {};
  readonly problems: string[] = [];
  readonly #url: string;
  readonly #world: ForeignWorld;
  readonly #planted: Planted;

  constructor(url: string, world: ForeignWorld, planted: Planted) {
    this.#url = url;
    this.#world = world;
    this.#planted = planted;
  }

  /** First what names a thing by an id: later the strangers have things of their own, which have ids too. */
  async go(): Promise<void> {
    const { strangers } = this.#world;
    for (const stranger of strangers) {
      for (const operation of ALL)
        for (const one of [...this.#byId(operation, stranger), ...this.#bySlug(operation, stranger)])
          await this.#try(stranger, one);
      for (const [path, allowed] of this.#paths(stranger)) await this.#tryPath(stranger, path, allowed);
    }
    for (const stranger of strangers)
      for (const operation of ALL)
        for (const amount of ['least', 'most'] as const)
          await this.#try(stranger, {
            operation,
            request: without(requestIn(this.#seen(stranger), operation, amount), SLUGS),
            allowed: this.#allowed(stranger, operation, this.#anything(operation)),
          });
    // Who may block for the own people comes last: what is blocked so is told to their builds within seconds, between one twin and the other.
    for (const stranger of [...strangers].reverse())
      for (const operation of ALL)
        for (const amount of ['least', 'most'] as const) await this.#twins(stranger, operation, amount);
  }

  /** What an operation may answer a stranger, where `otherwise` is for one who may call it at all. */
  #allowed({ may }: Stranger, { access }: Operation, otherwise: readonly number[]): readonly number[] {
    if (may === 'nothing') return [401];
    return may === 'public' && (access === 'read' || access === 'manage') ? [403] : otherwise;
  }

  /** What an operation answers whoever names nothing of others. */
  #anything({ id, path, errors = [] }: Operation): readonly number[] {
    if (path === '/user/orgs/{slug}') return [401];
    // The publishable key belongs to no person.
    return id === 'userMe' ? [200, 403] : [200, 400, ...errors];
  }

  /** The world with what a stranger has of it: whoever holds a receipt may follow it, so that strangers with a key hold none. */
  #seen({ may }: Stranger): ForeignWorld {
    const { reportReceipt, disputeReceipt } = this.#world;
    if (may === 'nothing') return this.#world;
    return { ...this.#world, reportReceipt: altered(reportReceipt), disputeReceipt: altered(disputeReceipt) };
  }

  *#byId(operation: Operation, stranger: Stranger): Iterable<Try> {
    for (const place of PLACES) {
      // What a body names beside the path is looked at in its turn.
      const request = without(requestIn(this.#world, operation, place === 'params' ? 'least' : 'most'), SLUGS);
      for (const [name, right] of Object.entries(request[place] ?? {})) {
        const isSlug = place === 'params' && name === 'slug';
        if (!IDS.includes(name) && !isSlug) continue;
        for (const value of this.#forms(stranger)) {
          // A number of a body is a number.
          if (place === 'body' && typeof value !== typeof right) continue;
          const isRight = String(value) === String(right);
          const anyKind = operation.id === 'assetSearch' || place === 'query' ? [200, 400, 404] : [400, 404];
          const isBesidePath = place === 'body' && operation.params !== undefined;
          const otherwise = isSlug ? [401] : isRight && place !== 'query' && !isBesidePath ? [404] : anyKind;
          const allowed = this.#allowed(stranger, operation, otherwise);
          yield { operation, request: { ...request, [place]: { ...request[place], [name]: value } }, allowed };
        }
      }
    }
    if (operation.id !== 'reportCreate') return;
    const body = {
      assets: [{ content: 'attached.example' }],
      attachmentUrls: [`${this.#url}${API_PREFIX}/attachment/${this.#planted.attachmentId}`],
    };
    yield { operation, request: { body }, allowed: this.#allowed(stranger, operation, [400]) };
  }

  *#bySlug(operation: Operation, stranger: Stranger): Iterable<Try> {
    const allowed = this.#allowed(stranger, operation, [401]);
    for (const amount of ['least', 'most'] as const) {
      const request = requestIn(this.#world, operation, amount);
      const most = requestIn(this.#world, operation, 'most');
      for (const place of ['query', 'body'] as const) {
        const name = SLUGS.find((slug) => slug in (most[place] ?? {}));
        if (name === undefined) continue;
        for (const slug of ['acme', 'ACME', 'Acme', String(this.#world.organizationId)])
          yield { operation, request: { ...request, [place]: { ...request[place], [name]: slug } }, allowed };
      }
    }
    if (operation.encoding !== 'multipart') return;
    for (const slug of ['acme', String(this.#world.organizationId)])
      yield { operation, request: { body: { file: [new File(['x'], 'x.txt')], slug: [slug] } }, allowed };
  }

  /** Every form of a name: of the right kind or of another one. */
  #forms(stranger: Stranger): readonly (string | number)[] {
    const { reportReceipt, disputeReceipt } = this.#seen(stranger);
    const { assetId, groupId, detectionConfigId, reportId, disputeId, organizationId, scanId, keyDigest } = this.#world;
    const { attachmentId, listToken } = this.#planted;
    const numbers = [assetId, groupId, detectionConfigId, reportId, disputeId, organizationId, 1, 2, 3, 4, 5, 6, 7, 8];
    return [
      ...new Set<string | number>([
        ...numbers,
        ...numbers.map(String),
        ...[
          scanId,
          keyDigest,
          attachmentId,
          listToken,
          'acme',
          'ACME',
          `0${reportId}`,
          `${reportId}.0`,
          `%20${disputeId}`,
        ],
        reportReceipt,
        disputeReceipt,
      ]),
    ];
  }

  *#paths(stranger: Stranger): Iterable<[path: string, allowed: readonly number[]]> {
    const { attachmentId, listToken } = this.#planted;
    const withKey = stranger.may === 'nothing' ? [401] : [404];
    for (const id of [attachmentId, altered(attachmentId), altered(this.#world.reportReceipt)])
      yield [`${API_PREFIX}/attachment/${id}`, withKey];
    for (const id of [this.#world.reportId, 1, 'acme', '..%2f1']) yield [`${API_PREFIX}/attachment/${id}`, [404]];
    // Whoever is told the token of a list has the list: none of these tells it.
    const near = listToken.slice(0, -1) + (listToken.endsWith('0') ? '1' : '0');
    for (const token of [
      near,
      listToken.split('-')[0]!,
      `${listToken.split('-')[0]!}-`,
      'acme',
      String(this.#world.organizationId),
    ]) {
      yield [`/lists/${token}.bin`, [404]];
      yield [`/lists/${token}/from/${listToken}.bin`, [404]];
    }
    for (const token of [listToken, near])
      yield [`${API_PREFIX}${UPDATE_PATH}/${token}`, stranger.may === 'nothing' ? [401] : [200, 404]];
  }

  async #try(stranger: Stranger, { operation, request, allowed }: Try): Promise<string> {
    const { params, query, body } = request;
    const sent = encodedBody(operation, operation.encoding === 'multipart' && body === undefined ? fileBody() : body);
    const init: RequestInit = { method: operation.method, ...(sent === null ? {} : { body: sent.body }) };
    const type = sent?.contentType;
    const url = operationUrl(this.#url, operation, params, query);
    const told = `${stranger.name}: ${operation.id} ${url.slice(this.#url.length)} ${JSON.stringify(body ?? '')}`;
    return this.#judge(stranger, told, await this.#send(stranger, url, init, type), allowed);
  }

  async #tryPath(stranger: Stranger, path: string, allowed: readonly number[]): Promise<void> {
    await this.#judge(stranger, `${stranger.name}: ${path}`, await this.#send(stranger, this.#url + path, {}), allowed);
  }

  #send({ key }: Stranger, url: string, init: RequestInit, contentType?: string): Promise<Response> {
    const headers = {
      ...(key === null ? {} : { 'X-API-KEY': key }),
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
    };
    return fetch(url, { ...init, headers, redirect: 'manual' });
  }

  /** @returns the answer without what differs from request to request */
  async #judge(stranger: Stranger, told: string, response: Response, allowed: readonly number[]): Promise<string> {
    const text = Buffer.from(await response.arrayBuffer()).toString('utf8');
    this.requests += 1;
    this.statuses[response.status] = (this.statuses[response.status] ?? 0) + 1;
    const wrong = (what: string) => this.problems.push(`${told} → ${response.status}, ${what}: ${text.slice(0, 300)}`);
    if (!allowed.includes(response.status)) wrong(`not ${allowed.join(' or ')}`);
    const code = { 401: 'UNAUTHORIZED', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[response.status];
    if (code !== undefined && !text.includes(`"code":"${code}"`)) wrong(`without ${code}`);
    const everything = text + JSON.stringify([...response.headers]);
    for (const marker of [SECRET, SECRET_HOST])
      if (everything.toLowerCase().includes(marker) && !told.toLowerCase().includes(marker)) wrong(`with ${marker}`);
    if (stranger.may === 'nothing' && /acme|foreign/i.test(everything)) wrong('with an organization');
    return `${response.status} ${text}`;
  }

  /** What only the organization knows is answered as what nobody has ever heard of. */
  async #twins(stranger: Stranger, operation: Operation, amount: 'least' | 'most'): Promise<void> {
    const request = without(requestIn(this.#world, operation, amount), SLUGS);
    const answers: string[] = [];
    for (const host of [SECRET_HOST, UNHEARD_HOST]) {
      const text = JSON.stringify(request);
      const named = JSON.parse(text.replaceAll('sample.example', host)) as Sample;
      if (JSON.stringify(named) === text || 'receipt' in (named.params ?? {})) return;
      const allowed = this.#allowed(stranger, operation, this.#anything(operation));
      const answer = await this.#try(stranger, { operation, request: named, allowed });
      answers.push(
        answer
          .replaceAll(host, 'HOST')
          .replace(/"(receipt|secret|next_page|cursor|scanId)":"[^"]+"/g, '"$1":"…"')
          .replace(/\d+/g, '#'),
      );
    }
    if (answers[0] !== answers[1])
      this.problems.push(`${stranger.name}: ${operation.id} tells what only others know: ${answers.join(' ≠ ')}`);
  }
}

/** How many of the operations that read tell the owner the marker. */
async function countTold(url: string, world: ForeignWorld): Promise<number> {
  let told = 0;
  for (const operation of ALL.filter(
    ({ access, id }) => (access === 'read' && id !== 'assetScan') || id === 'userMe',
  )) {
    const { params, query, body } = requestIn(world, operation);
    const response = await fetch(operationUrl(url, operation, params, query), {
      method: operation.method,
      headers: { 'X-API-KEY': world.ownerKey, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (text.includes(SECRET)) told += 1;
  }
  return told;
}

const fileBody = () => ({ file: [new File(['x'], 'x.txt')] });
const altered = (token: string): string => (token.startsWith('A') ? 'B' : 'A') + token.slice(1);

function without(request: Sample, names: readonly string[]): Sample {
  const parts = PLACES.flatMap((place) => {
    const part = request[place];
    if (part === undefined) return [];
    // A slug in a path is what the operation is about.
    const kept = Object.entries(part).filter(([name]) => place === 'params' || !names.includes(name));
    return [[place, Object.fromEntries(kept)] as const];
  });
  return Object.fromEntries(parts);
}
