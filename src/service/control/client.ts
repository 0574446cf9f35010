import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Terminal } from '../command/command.ts';
import { type ControlEndpoint, type ControlRequest, controlFrame } from './frame.ts';

/**
 * Has a running service carry out a command.
 * @returns its exit code; null when no service answers there
 * @throws Error when the service ends before the command has
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
  // Another program may listen on the port by now.
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
