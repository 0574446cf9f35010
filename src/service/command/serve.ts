import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceAddress } from '../../api/asset/address.ts';
import { MAX_HOT } from '../../blocklist/codec/artifact.ts';
import { ADDRESS_QUOTA, KEY_QUOTA } from '../access/quota.ts';
import { trustedProxies } from '../access/trusted-proxies.ts';
import { type ControlServer, startControl } from '../control/server.ts';
import { controlFile } from '../data-folder/data-folder.ts';
import { openDatabase } from '../database/connection.ts';
import { type DemoKeys, demoKeys } from '../demo/keys.ts';
import { seedDemo } from '../demo/seed.ts';
import { KEPT_DAYS } from '../feature/receipt/erasure.ts';
import { type Log, lineLog } from '../log.ts';
import { writePrivateJson } from '../private-file.ts';
import { KeyRefused, validPublicKeys } from '../publisher/signing/key.ts';
import { readKeyFile } from '../publisher/signing/key-file.ts';
import { KEY_REQUESTS_PER_MINUTE, type RunningService, startService } from '../running-service.ts';
import {
  CommandError,
  positionals,
  type Terminal,
  textOption,
  textOptions,
  type Words,
  wholeNumber,
} from './command.ts';
import { LIST_STORE_HELP, LIST_STORE_OPTIONS, listStoreOption } from './list-store-option.ts';
import { type OpenPlace, openPlace, PLACE_HELP, type Place, placeOf } from './place.ts';
import { readWords } from './run.ts';

const HELP = [
  'npm run service -- serve [options]',
  'Answer requests until it is told to stop.',
  '',
  '--port N       port to listen on (default: 8790; 0 takes a free one)',
  '--host ADDR    address to listen on (default: 127.0.0.1)',
  ...PLACE_HELP,
  '--memory       keep the data in memory: gone at the end',
  '--demo         with demo organizations, list, reports and keys',
  '--ready-file FILE  write addresses and keys there once it is ready',
  '--public-url URL   address under which clients reach the service (default: the one it listens at)',
  '--portal-url URL   address under which the portal is reached (default: the same)',
  ...LIST_STORE_HELP,
  '--list-url URL     address under which clients reach the list files (default: the one of the service)',
  '--poll-seconds N   seconds between two polls of a client (default: 60)',
  '--signing-key-file FILE  the secret Ed25519 key that signs the list: PEM or hex (default: one kept with the data)',
  `--hot-entries N   entries published as full hashes, so that a hit needs no question (default: ${MAX_HOT}, with --demo 0)`,
  `--contact-days N  days for which contact data and files of reports and disputes are kept once decided (default: ${KEPT_DAYS})`,
  '--fetch-pages  let scans fetch the pages that they are about',
  '--allow-private-addresses  let callbacks, webhooks, scans and scheduled imports reach this machine and its network',
  '--rate-limit N     requests a minute for each client address (default: 6000)',
  `--key-rate-limit N  requests a minute for each key that has no limit of its own (default: ${KEY_REQUESTS_PER_MINUTE})`,
  '                 Each process counts for itself: several let through as many times as much',
  `--address-quota N  reports an hour for each client address, and as many disputes and uploads (default: ${ADDRESS_QUOTA})`,
  `--key-quota N      the same for each key (default: ${KEY_QUOTA})`,
  '--shared-network ADDR  address or network of many people, as of an office: its quota is that of 2000; give it once for each',
  '--trusted-proxy ADDR  address or network of a reverse proxy whose X-Forwarded-For counts; give it once for each',
  '--country-header NAME  header in which trusted proxies tell the country of a request, as cf-ipcountry; without it none is known',
  '--metrics-port N   serve Prometheus metrics at /metrics on this port (default: not at all; 0 takes a free one)',
  '--metrics-host ADDR  address to listen on for them (default: 127.0.0.1)',
] as const;

const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  memory: { type: 'boolean' },
  demo: { type: 'boolean' },
  'public-url': { type: 'string' },
  'portal-url': { type: 'string' },
  ...LIST_STORE_OPTIONS,
  'list-url': { type: 'string' },
  'poll-seconds': { type: 'string' },
  'hot-entries': { type: 'string' },
  'signing-key-file': { type: 'string' },
  'rate-limit': { type: 'string' },
  'key-rate-limit': { type: 'string' },
  'address-quota': { type: 'string' },
  'key-quota': { type: 'string' },
  'shared-network': { type: 'string', multiple: true },
  'trusted-proxy': { type: 'string', multiple: true },
  'country-header': { type: 'string' },
  'contact-days': { type: 'string' },
  'metrics-port': { type: 'string' },
  'metrics-host': { type: 'string' },
  'fetch-pages': { type: 'boolean' },
  'allow-private-addresses': { type: 'boolean' },
} as const;

/** How long the process before, or a short command, may take to leave the folder. */
const FREE_WITHIN_MS = 5_000;

type Settings = {
  readonly place: Place | { readonly kind: 'memory' };
  readonly demo: boolean;
  readonly readyFile: string | undefined;
  readonly server: Omit<Parameters<typeof startService>[0], 'database' | 'log'>;
};

/** The command `serve`: runs the service until SIGINT or SIGTERM. @returns the exit code */
export async function serve(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const given = readWords({ options: OPTIONS }, words);
  if (given.values.help === true) {
    for (const line of HELP) terminal.print(line);
    return 0;
  }
  const settings = await readSettings(given, environment);
  const stop = stopSignal();
  const log = lineLog((line) => process.stderr.write(line));
  const closers: (() => Promise<void>)[] = [];
  const end = async () => {
    for (const close of closers.reverse()) await close();
  };
  try {
    await start(settings, log, terminal, closers);
  } catch (error) {
    await end();
    throw error;
  }
  log.info('stopping', { signal: await stop });
  await end();
  log.info('stopped');
  return 0;
}

async function readSettings(words: Words, environment: NodeJS.ProcessEnv): Promise<Settings> {
  positionals(words);
  const number = (name: string, otherwise: number, most: number, least = 1) => {
    const text = textOption(words, name);
    return text === undefined ? otherwise : wholeNumber(text, `--${name}`, most, least);
  };
  const memory = words.values.memory === true;
  if (memory && (textOption(words, 'data') ?? textOption(words, 'database-url')) !== undefined)
    throw new CommandError('Give either --memory or a place for the data');
  const demo = words.values.demo === true;
  return {
    place: memory ? { kind: 'memory' } : placeOf(words, environment),
    demo,
    readyFile: textOption(words, 'ready-file'),
    server: {
      host: textOption(words, 'host') ?? '127.0.0.1',
      port: number('port', 8790, 65_535, 0),
      publicUrl: originOption(words, 'public-url'),
      portalUrl: originOption(words, 'portal-url'),
      listStore: listStoreOption(words, environment),
      listUrl: originOption(words, 'list-url'),
      pollSeconds: number('poll-seconds', 60, 86_400),
      requestsPerMinute: number('rate-limit', 6_000, 1_000_000_000),
      keyRequestsPerMinute: number('key-rate-limit', KEY_REQUESTS_PER_MINUTE, 1_000_000_000),
      contactDays: number('contact-days', KEPT_DAYS, 36_500),
      quotas: {
        addressPerHour: number('address-quota', ADDRESS_QUOTA, 1_000_000_000),
        keyPerHour: number('key-quota', KEY_QUOTA, 1_000_000_000),
      },
      sharedNetworks: networksOption(words, 'shared-network'),
      trustedProxies: networksOption(words, 'trusted-proxy'),
      countryHeader: countryHeaderOption(words),
      metrics:
        words.values['metrics-port'] === undefined ? null : metricsOption(words, number('metrics-port', 0, 65_535, 0)),
      fetchPages: words.values['fetch-pages'] === true,
      allowPrivateAddresses: words.values['allow-private-addresses'] === true,
      // The demo's list is so short that all of it would be hot, and nobody would see what a hit asks.
      hotEntries: number('hot-entries', demo ? 0 : MAX_HOT, MAX_HOT, 0),
      signingKey: await signingKeyOption(words),
    },
  };
}

async function signingKeyOption(words: Words): Promise<string | null> {
  const path = textOption(words, 'signing-key-file');
  if (path === undefined) return null;
  return readKeyFile(path).catch((error: unknown) => {
    throw error instanceof KeyRefused ? new CommandError(error.message) : error;
  });
}

function networksOption(words: Words, name: string): string[] {
  const networks = textOptions(words, name).flatMap((text) => text.split(','));
  try {
    trustedProxies(networks);
  } catch (error) {
    throw new CommandError(`--${name}: ${(error as Error).message}`);
  }
  return networks;
}

/** @throws CommandError for what is no name of a header, and where nobody is trusted to write it */
function countryHeaderOption(words: Words): string | null {
  const name = textOption(words, 'country-header');
  if (name === undefined) return null;
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name))
    throw new CommandError(`--country-header must be the name of a header, not "${name}"`);
  if (textOptions(words, 'trusted-proxy').length === 0)
    throw new CommandError('--country-header needs --trusted-proxy: anybody else could write that header');
  return name;
}

const metricsOption = (words: Words, port: number) => ({
  host: textOption(words, 'metrics-host') ?? '127.0.0.1',
  port,
});

function originOption(words: Words, name: string): string | null {
  const text = textOption(words, name);
  if (text === undefined) return null;
  const address = serviceAddress(text);
  if ('problem' in address) throw new CommandError(`--${name} ${address.problem}`);
  return address.baseUrl;
}

/** Starts everything in order and leaves in `closers` what ends it. */
async function start(
  { place, demo, readyFile, server }: Settings,
  log: Log,
  terminal: Terminal,
  closers: (() => Promise<void>)[],
): Promise<void> {
  const { database, close, backup }: OpenPlace =
    place.kind === 'memory'
      ? { ...(await openDatabase({ kind: 'memory' })), backup: null }
      : await openPlace(place, FREE_WITHIN_MS);
  closers.push(close);
  const folder = place.kind === 'folder' ? place.folder : null;
  const keys: Partial<DemoKeys> = demo
    ? await demoKeys(database, await seedDemo(database, Date.now()), folder && join(folder, 'demo-keys.json'))
    : {};
  const running: RunningService = await startService({ ...server, database, log });
  closers.push(running.close);
  const { publisher, outbound } = running;
  const control: ControlServer = await startControl({ database, publisher, outbound, backup }, log);
  closers.push(control.close);
  if (folder !== null) await announce(controlFile(folder), control.endpoint, closers);

  const local = `http://${urlHost(server.host)}:${running.port}`;
  terminal.print(`listening on ${local}`);
  log.info('ready', { place: place.kind, port: running.port });
  const url = server.publicUrl ?? local;
  const listPublicKeys = await validPublicKeys(database);
  const metricsUrl =
    running.metricsPort && `http://${urlHost(server.metrics?.host ?? '')}:${running.metricsPort}/metrics`;
  if (metricsUrl) terminal.print(`metrics at ${metricsUrl}`);
  const portalUrl = server.portalUrl ?? url;
  const ready = { url, portalUrl, metricsUrl, keys, listPublicKeys, control: control.endpoint };
  if (readyFile !== undefined) await announce(readyFile, ready, closers);
}

/** Writes a file that holds while the service runs. */
async function announce(path: string, value: unknown, closers: (() => Promise<void>)[]): Promise<void> {
  await writePrivateJson(path, value);
  closers.push(() => rm(path, { force: true }));
}

/** A host as it stands in a URL of this machine: every address of it is reached on the loopback interface. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Resolves with the first signal that asks the process to stop; a second one ends it at once. */
function stopSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(signal));
  });
}
