import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { serve as listen } from '@hono/node-server';
import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { HTTPException } from 'hono/http-exception';
import { stream } from 'hono/streaming';
import * as z from 'zod/mini';
import type { CommandContext, Terminal } from '../../command-line/command.ts';
import type { Log } from '../../http/log/log.ts';

/** Address and token by which another process of this machine reaches a running service. */
export const controlEndpoint = z.object({ url: z.url({ protocol: /^http$/ }), token: z.string() });
export type ControlEndpoint = z.infer<typeof controlEndpoint>;

const controlRequest = z.object({
  words: z.array(z.string().check(z.maxLength(65_536))).check(z.maxLength(1_000)),
  folder: z.string(),
  terminal: z.object({ isTTY: z.boolean(), columns: z.optional(z.int()) }),
  key: z.optional(z.string().check(z.maxLength(1_000))),
});
type ControlRequest = z.infer<typeof controlRequest>;

/** A line of the answer: output for standard output or standard error, or at the end the exit code. */
const controlFrame = z.union([
  z.object({ print: z.string() }),
  z.object({ progress: z.string() }),
  z.object({ exit: z.int() }),
]);
type ControlFrame = z.infer<typeof controlFrame>;

/**
 * Has a running service execute a command. @returns its exit code; null without one
 * @throws Error when it ends before that
 */
export async function runThere(
  endpoint: ControlEndpoint,
  words: readonly string[],
  terminal: Terminal,
): Promise<number | null> {
  const { isTTY = false, columns } = terminal.progress;
  const order: ControlRequest = {
    words: [...words],
    folder: terminal.folder,
    terminal: { isTTY, ...(columns === undefined ? {} : { columns }) },
    ...(terminal.key === undefined ? {} : { key: terminal.key }),
  };
  let response: Response;
  try {
    response = await fetch(endpoint.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${endpoint.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
  } catch {
    return null;
  }
  // Another program may use the port by now.
  if (response.status === 401 || !response.body) return null;
  if (!response.ok) throw new Error(`The running service refused the command (status ${response.status}).`);
  for await (const line of createInterface(Readable.fromWeb(response.body as NodeReadableStream))) {
    const frame = controlFrame.parse(JSON.parse(line));
    if ('exit' in frame) return frame.exit;
    if ('print' in frame) terminal.print(frame.print);
    else terminal.progress.write(frame.progress);
  }
  throw new Error('The service ended before the command was done. Run the command again.');
}

const BEAT_MS = 60_000;

export type ControlServer = { readonly endpoint: ControlEndpoint; readonly close: () => Promise<void> };

type Run = (words: readonly string[], context: CommandContext) => Promise<number>;

/**
 * Takes commands from other processes of this machine, because only one process can open the embedded database. Listens on the loopback
 * interface and requires the token, which only this user can read.
 */
export async function startControl(
  run: Run,
  context: Omit<CommandContext, 'terminal'>,
  log: Log,
): Promise<ControlServer> {
  const token = randomBytes(32).toString('base64url');
  const app = new Hono().use(bearerAuth({ token })).post('/', async (http) => {
    const { words, ...given } = controlRequest.parse(await http.req.json());
    return stream(http, async (answer) => {
      const write = (frame: ControlFrame) => answer.writeln(JSON.stringify(frame));
      // The other process gives up an answer that brings nothing for five minutes.
      const beat = setInterval(() => write({ progress: '' }), BEAT_MS);
      try {
        await write({ exit: await run(words, { ...context, terminal: terminalOf(given, write) }) });
      } catch (error) {
        log.error('command failed', error, { command: words[0] });
        await write({ progress: 'The command failed; the log of the service says why.\n' });
        await write({ exit: 1 });
      } finally {
        clearInterval(beat);
      }
    });
  });
  app.onError((error, http) => {
    if (error instanceof HTTPException) return error.getResponse();
    log.error('control failed', error);
    return http.body(null, 400);
  });
  const server = listen({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { endpoint: { url: `http://127.0.0.1:${port}`, token }, close };
}

const terminalOf = (
  { folder, terminal, key }: Omit<ControlRequest, 'words'>,
  write: (frame: ControlFrame) => unknown,
): Terminal => ({
  folder,
  ...(key === undefined ? {} : { key }),
  print: (line) => write({ print: line }),
  progress: {
    isTTY: terminal.isTTY,
    ...(terminal.columns === undefined ? {} : { columns: terminal.columns }),
    write: (piece) => write({ progress: piece }),
  },
});
