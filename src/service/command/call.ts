import { readFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Argument, Option } from 'commander';
import * as z from 'zod/mini';
import { OPERATIONS } from '../../api/catalogue.ts';
import { call as callService, type Endpoint } from '../../api/client.ts';
import { ServiceRefusal, ServiceUnreachable } from '../../api/error.ts';
import type { Operation, RequestOf } from '../../api/operation.ts';
import { serviceAddress } from '../../api/service-address.ts';
import { CALL_SUMMARY, type LocalCommand, type Terminal } from '../command-line/command.ts';
import {
  CommandError,
  repeatedOption,
  textArgument,
  textOption,
  textOptions,
  type Words,
} from '../command-line/words.ts';
import { readPrivateJson } from './place/private-file.ts';

const DEFAULT_URL = 'http://127.0.0.1:8790';
const DEFAULT_KEY = 'user';
const TIMEOUT_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;

export const call: LocalCommand = {
  name: 'call',
  summary: CALL_SUMMARY,
  arguments: [new Argument('<operation>', 'one of the operations below')],
  options: [
    new Option('--json <fields>', 'the fields of the request, as JSON: those of the path, the query or the body'),
    new Option('--url <url>', `address of the service (default: the ready file's, else ${DEFAULT_URL})`),
    new Option('--key <key>', `API key, or the name of a key of the ready file (default there: ${DEFAULT_KEY})`),
    new Option('--ready-file <file>', 'the ready file of a running service, for its address and keys'),
    repeatedOption('--file <file>', 'a file to upload, where the operation takes files'),
    new Option('--idempotency-key <key>', 'the same key again answers what the first call answered'),
  ],
  notes: [
    'Operations:',
    ...Object.values<Operation>(OPERATIONS).map(
      ({ id, method, path, summary }) => `  ${id}  ${method} ${path}  ${summary}`,
    ),
  ],
  run: (words, _environment, terminal) => callOperation(words, terminal),
};

/** Prints the answer as JSON. @returns the exit code: 1 when the service refuses or cannot be reached */
async function callOperation(given: Words, terminal: Terminal): Promise<number> {
  const operation = operationOf(textArgument(given, 'operation'));
  const request = requestOf(operation, await fieldsOf(operation, given, terminal));
  const endpoint = await endpointOf(given);
  const idempotencyKey = textOption(given, 'idempotency-key');
  const options = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, ...(idempotencyKey ? { idempotencyKey } : {}) };
  try {
    const answer = await callService(endpoint, operation, request, options);
    if (answer.status === 200) terminal.print(JSON.stringify(answer.data, null, 2));
    return 0;
  } catch (error) {
    if (!(error instanceof ServiceRefusal || error instanceof ServiceUnreachable)) throw error;
    for (const line of error instanceof ServiceRefusal ? refusalLines(error) : [error.message])
      terminal.progress.write(`${line}\n`);
    return 1;
  }
}

const refusalLines = ({ status, code, message, issues, assetErrors }: ServiceRefusal): string[] => [
  `${status} ${code}: ${message}`,
  ...issues,
  ...assetErrors.map(({ asset, errorType, suggestion }) => `${asset}: ${errorType}. ${suggestion ?? ''}`.trim()),
];

function operationOf(name: string): Operation {
  const operation = Object.values<Operation>(OPERATIONS).find(({ id }) => id === name);
  if (!operation) throw new CommandError(`There is no operation ${name}: "call --help" lists them`);
  return operation;
}

type Fields = Readonly<Record<string, unknown>>;

async function fieldsOf(operation: Operation, words: Words, terminal: Terminal): Promise<Fields> {
  const fields = parsedFields(textOption(words, 'json') ?? '{}');
  const paths = textOptions(words, 'file');
  if (operation.encoding !== 'multipart') {
    if (paths.length > 0) throw new CommandError(`${operation.id} takes no files`);
    return fields;
  }
  const files = await Promise.all(
    paths.map(async (path) => new File([await readFile(resolve(terminal.folder, path))], basename(path))),
  ).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`The file cannot be read: ${error.message}`);
  });
  return { ...fields, file: files };
}

function parsedFields(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandError('--json is not JSON');
  }
  const fields = z.record(z.string(), z.unknown()).safeParse(value);
  if (!fields.success) throw new CommandError('--json must be an object');
  return fields.data;
}

/** Gives every field its place: what the path names, and the rest to the body or, where there is none, to the query. */
function requestOf(operation: Operation, fields: Fields): RequestOf<Operation> {
  const inPath = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!));
  const missing = [...inPath].filter((name) => !(name in fields));
  if (missing.length > 0) throw new CommandError(`--json must have ${missing.join(', ')}, which the path names`);
  const chosen = (isChosen: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isChosen(name)));
  const rest = chosen((name) => !inPath.has(name));
  if (!operation.body && !operation.query && Object.keys(rest).length > 0)
    throw new CommandError(`${operation.id} has no field ${Object.keys(rest).join(', ')}`);
  return {
    ...(operation.params ? { params: chosen((name) => inPath.has(name)) } : {}),
    ...(operation.body ? { body: rest } : operation.query ? { query: rest } : {}),
  } as RequestOf<Operation>;
}

const readyFile = z.object({ url: z.string(), keys: z.record(z.string(), z.string()) });

async function endpointOf(words: Words): Promise<Endpoint> {
  const path = textOption(words, 'ready-file');
  const ready = path === undefined ? null : await readPrivateJson(path, readyFile);
  if (path !== undefined && !ready) throw new CommandError(`${path} is not the ready file of a running service`);
  const address = serviceAddress(textOption(words, 'url') ?? ready?.url ?? DEFAULT_URL);
  if ('problem' in address) throw new CommandError(`--url ${address.problem}`);
  const key = textOption(words, 'key');
  const apiKey = ready?.keys[key ?? DEFAULT_KEY] ?? key;
  if (apiKey === undefined)
    throw new CommandError('Give a key with --key, or the ready file of a service that has some');
  return { baseUrl: address.baseUrl, apiKey };
}
