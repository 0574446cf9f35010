import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Option } from 'commander';
import { serviceAddress } from '../../../api/service-address.ts';
import { MAX_HOT } from '../../../blocklist/codec/artifact.ts';
import { type LocalCommand, SERVE_SUMMARY, type Terminal } from '../../command-line/command.ts';
import { networksOption, outboundOption, PRIVATE_OPTION } from '../../command-line/network.ts';
import {
  CommandError,
  countOption,
  isGiven,
  numberOption,
  repeatedOption,
  textOption,
  textOptions,
  type Words,
} from '../../command-line/words.ts';
import { openDatabase } from '../../database/connection.ts';
import { maintainRegularly } from '../../database/engine/maintenance.ts';
import { controlFile } from '../../database/folder/data-folder.ts';
import { secondsOf } from '../../feature/import/source/period.ts';
import { inOneWrite, LOG_LEVELS, type Log, lineLog } from '../../http/log/log.ts';
import type { ProviderSettings } from '../../http/sign-in-provider.ts';
import { readKeyFile, validPublicKeys } from '../../publisher/signing.ts';
import { type DemoKeys, demoKeys } from '../demo/keys.ts';
import { seedDemo } from '../demo/seed.ts';
import { DATA_OPTIONS, type OpenPlace, openPlace, type Place, placeOf } from '../place/place.ts';
import { writePrivateJson } from '../place/private-file.ts';
import { runCommand } from '../run.ts';
import { type ControlServer, startControl } from './control.ts';
import { LIST_STORE_OPTIONS, listStoreOption } from './list-store-option.ts';
import { DEFAULTS, type RunningService, type ServiceOptions, startService } from './running-service.ts';

const PORT = 8790;
const HOST = '127.0.0.1';
const MAX_REQUESTS = 1_000_000_000;

const OPTIONS: readonly Option[] = [
  countOption('--port <n>', 'port to listen on; 0 takes a free one', { default: PORT, min: 0, max: 65_535 }),
  new Option('--host <address>', 'address to listen on').default(HOST),
  ...DATA_OPTIONS,
  new Option('--memory', 'keep the data in memory: gone at the end'),
  new Option('--demo', 'with demo organizations, list, reports and keys'),
  new Option('--ready-file <file>', 'write addresses and keys there once it is ready'),
  new Option('--public-url <url>', 'address under which clients reach the service (default: the one it listens at)'),
  new Option('--portal-url <url>', 'address under which the portal is reached (default: the same)'),
  ...LIST_STORE_OPTIONS,
  new Option('--list-url <url>', 'address under which clients reach the list files (default: the one of the service)'),
  countOption('--poll-seconds <n>', 'seconds between two polls of a client', {
    default: DEFAULTS.pollSeconds,
    max: 86_400,
  }),
  new Option(
    '--signing-key-file <file>',
    'the secret Ed25519 key that signs the list: PEM or hex (default: one kept with the data)',
  ),
  countOption(
    '--hot-entries <n>',
    `entries published as full hashes, so that a hit needs no question (default: ${MAX_HOT}, with --demo 0)`,
    { min: 0, max: MAX_HOT },
  ),
  countOption(
    '--contact-days <n>',
    'days for which texts, contact data and files of reports and disputes are kept once decided; undecided ones are closed then',
    { default: DEFAULTS.contactDays, max: 36_500 },
  ),
  countOption('--file-space <n>', 'GiB for the files of reports; without room, reports are taken without files', {
    default: DEFAULTS.fileSpaceGiB,
    max: 1_000_000,
  }),
  new Option('--backup-folder <dir>', 'write backups of a data folder there, each of which is restored once as a test'),
  new Option('--backup-every <time>', 'between two of them, for example 12h or 1d').default('1d'),
  countOption('--backup-keep <n>', 'how many of them stay', { default: 7, max: 10_000 }),
  new Option('--fetch-pages', 'let scans fetch the pages that they are about'),
  PRIVATE_OPTION,
  countOption('--rate-limit <n>', 'requests a minute for each client address', {
    default: DEFAULTS.requestsPerMinute,
    max: MAX_REQUESTS,
  }),
  countOption(
    '--key-rate-limit <n>',
    'requests a minute for each key that has no limit of its own; each process counts for itself: several let through as many times as much',
    { default: DEFAULTS.keyRequestsPerMinute, max: MAX_REQUESTS },
  ),
  countOption('--address-quota <n>', 'reports an hour for each client address, and as many disputes and uploads', {
    default: DEFAULTS.quotas.addressPerHour,
    max: MAX_REQUESTS,
  }),
  countOption('--key-quota <n>', 'the same for each key', {
    default: DEFAULTS.quotas.keyPerHour,
    max: MAX_REQUESTS,
  }),
  repeatedOption(
    '--shared-network <address>',
    'address or network of many people, as of an office: its quota is that of 2000',
  ),
  repeatedOption('--trusted-proxy <address>', 'address or network of a reverse proxy whose X-Forwarded-For counts'),
  new Option(
    '--country-header <name>',
    'header in which trusted proxies tell the country of a request, as cf-ipcountry',
  ),
  new Option(
    '--country-database <file>',
    'has the country of other requests: MaxMind’s format or CSV of network,country as vendors publish them, plain or gzipped, read at the start',
  ),
  new Option(
    '--oidc-issuer <url>',
    'identity provider (OpenID Connect) with whose accounts people with a role sign in at the desk; its client secret, if there is one, in OIDC_CLIENT_SECRET of the environment',
  ),
  new Option('--oidc-client <id>', 'the name by which that provider knows this service'),
  countOption(
    '--metrics-port <n>',
    'serve Prometheus metrics at /metrics on this port (default: not at all; 0 takes a free one)',
    { min: 0, max: 65_535 },
  ),
  new Option('--metrics-host <address>', 'address to listen on for them').default(HOST),
  new Option('--log-level <level>', 'what is logged: debug adds every poll').choices(LOG_LEVELS).default('info'),
];

/** How long to wait for another process, such as the previous service or a command, to release the folder. */
const FOLDER_WAIT_MS = 5_000;

type Settings = {
  readonly place: Place | { readonly kind: 'memory' };
  readonly demo: boolean;
  readonly readyFile: string | undefined;
  readonly backups: Omit<NonNullable<ServiceOptions['backup']>, 'write'> | null;
  readonly server: Omit<Parameters<typeof startService>[0], 'database' | 'log'>;
};

export const serve: LocalCommand = {
  name: 'serve',
  summary: SERVE_SUMMARY,
  options: OPTIONS,
  run: serveUntilStopped,
};

async function serveUntilStopped(given: Words, environment: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const settings = await readSettings(given, environment, terminal.folder);
  const stop = stopSignal();
  const level = LOG_LEVELS.find((one) => one === textOption(given, 'log-level'));
  const log = lineLog(
    inOneWrite((text) => process.stderr.write(text)),
    level,
  );
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

async function readSettings(words: Words, environment: NodeJS.ProcessEnv, folder: string): Promise<Settings> {
  const number = (name: string) => numberOption(words, name) ?? 0;
  const memory = isGiven(words, 'memory');
  if (memory && (textOption(words, 'data') ?? textOption(words, 'database-url')) !== undefined)
    throw new CommandError('Give either --memory or a place for the data');
  const demo = isGiven(words, 'demo');
  const countries = textOption(words, 'country-database');
  const keyFile = textOption(words, 'signing-key-file');
  const place = memory ? ({ kind: 'memory' } as const) : placeOf(words, environment);
  return {
    place,
    backups: backupOption(words, folder, place),
    demo,
    readyFile: textOption(words, 'ready-file'),
    server: {
      host: textOption(words, 'host') ?? HOST,
      port: number('port'),
      publicUrl: originOption(words, 'public-url'),
      portalUrl: originOption(words, 'portal-url'),
      listStore: listStoreOption(words, environment),
      listUrl: originOption(words, 'list-url'),
      pollSeconds: number('poll-seconds'),
      requestsPerMinute: number('rate-limit'),
      keyRequestsPerMinute: number('key-rate-limit'),
      contactDays: number('contact-days'),
      fileSpaceGiB: number('file-space'),
      quotas: { addressPerHour: number('address-quota'), keyPerHour: number('key-quota') },
      sharedNetworks: networksOption(words, 'shared-network'),
      trustedProxies: networksOption(words, 'trusted-proxy'),
      countryHeader: countryHeaderOption(words),
      countries:
        countries === undefined
          ? null
          : await (await import('./country-file.ts')).readCountries(resolve(folder, countries)),
      signInProvider: providerOption(words, environment),
      metrics: metricsOption(words),
      fetchPages: isGiven(words, 'fetch-pages'),
      outbound: outboundOption(words) ?? DEFAULTS.outbound,
      // Otherwise the whole short list of the demo would be hot, and no hit would show a confirmation.
      hotEntries: numberOption(words, 'hot-entries') ?? (demo ? 0 : MAX_HOT),
      signingKey: keyFile === undefined ? null : await readKeyFile(keyFile),
    },
  };
}

/** @throws CommandError where a part is missing, or somebody between could read the answers of the provider */
function providerOption(words: Words, environment: NodeJS.ProcessEnv): ProviderSettings | null {
  const [issuer, clientId] = [textOption(words, 'oidc-issuer'), textOption(words, 'oidc-client')];
  if (issuer === undefined && clientId === undefined) return null;
  if (issuer === undefined || clientId === undefined)
    throw new CommandError('Give --oidc-issuer and --oidc-client together');
  if (originOption(words, 'portal-url') === null && originOption(words, 'public-url') === null)
    throw new CommandError('--oidc-issuer needs --public-url: the provider sends people back to it');
  if (!URL.canParse(issuer))
    throw new CommandError(`--oidc-issuer must be an address such as https://login.example, not "${issuer}"`);
  const url = new URL(issuer);
  if (
    url.protocol !== 'https:' &&
    !(url.protocol === 'http:' && ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname))
  )
    throw new CommandError('--oidc-issuer must begin with https://');
  return { issuer: url, clientId, clientSecret: environment.OIDC_CLIENT_SECRET || null };
}

/** @throws CommandError where there is no folder to back up, or the time is none */
function backupOption(words: Words, folder: string, place: Settings['place']): Settings['backups'] {
  const target = textOption(words, 'backup-folder');
  if (target === undefined) return null;
  if (place.kind !== 'folder')
    throw new CommandError('--backup-folder backs up data in a folder: of a PostgreSQL server, use its own pg_dump');
  const seconds = secondsOf(textOption(words, 'backup-every'));
  if (seconds === null) throw new CommandError('--backup-every must be a time from 1m to 30d, for example 12h or 1d');
  return { folder: resolve(folder, target), everyMs: seconds * 1_000, keep: numberOption(words, 'backup-keep') ?? 7 };
}

function countryHeaderOption(words: Words): string | null {
  const name = textOption(words, 'country-header');
  if (name === undefined) return null;
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name))
    throw new CommandError(`--country-header must be the name of a header, not "${name}"`);
  if (textOptions(words, 'trusted-proxy').length === 0)
    throw new CommandError('--country-header needs --trusted-proxy: anybody else could write that header');
  return name;
}

function metricsOption(words: Words): { readonly host: string; readonly port: number } | null {
  const port = numberOption(words, 'metrics-port');
  return port === undefined ? null : { host: textOption(words, 'metrics-host') ?? HOST, port };
}

function originOption(words: Words, name: string): string | null {
  const text = textOption(words, name);
  if (text === undefined) return null;
  const address = serviceAddress(text);
  if ('problem' in address) throw new CommandError(`--${name} ${address.problem}`);
  return address.baseUrl;
}

/** Starts everything in order; `closers` gets the functions that stop it. */
async function start(
  { place, demo, readyFile, backups, server }: Settings,
  log: Log,
  terminal: Terminal,
  closers: (() => Promise<void>)[],
): Promise<void> {
  const { database, close, backup }: OpenPlace =
    place.kind === 'memory'
      ? { ...(await openDatabase({ kind: 'memory' })), backup: null }
      : await openPlace(place, FOLDER_WAIT_MS);
  closers.push(close);
  if (place.kind !== 'server')
    closers.push(maintainRegularly(database, (error) => log.error('maintenance of the database failed', error)));
  const folder = place.kind === 'folder' ? place.folder : null;
  const keys: Partial<DemoKeys> = demo
    ? await demoKeys(database, await seedDemo(database, Date.now()), folder && join(folder, 'demo-keys.json'))
    : {};
  const running: RunningService = await startService({
    ...{ ...server, database, log },
    backup: backups && backup && { ...backups, write: backup },
  });
  closers.push(running.close);
  const { publisher, outbound } = running;
  const control: ControlServer = await startControl(
    runCommand,
    { database, publisher, outbound, backup, onChange: running.forgetKeys },
    log,
  );
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

async function announce(path: string, value: unknown, closers: (() => Promise<void>)[]): Promise<void> {
  await writePrivateJson(path, value);
  closers.push(() => rm(path, { force: true }));
}

/** The host for a local URL; a service that listens on all interfaces is reached on the loopback interface. */
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
