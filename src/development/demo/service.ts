import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const ready = z.object({
  url: z.url(),
  portalUrl: z.url(),
  /** Keys that sign the list. */
  listPublicKeys: z.array(z.string()),
  keys: z.object({
    protect: z.string(),
    report: z.string(),
    organization: z.string(),
    user: z.string(),
    colleague: z.string(),
    publishable: z.string(),
  }),
});
export type DemoService = z.infer<typeof ready> & { readonly stop: () => Promise<void> };

/**
 * Starts the service with its demo data in a process of its own and waits until it is ready.
 * @throws Error with what the service printed, when it ends before it is ready
 */
export async function startDemoService(options: {
  port: number;
  data: string | undefined;
  scratch: string;
  /** Called when the service ends by itself after it was ready. */
  onExit: () => void;
}): Promise<DemoService> {
  const readyFile = join(options.scratch, 'ready.json');
  const child = spawn(
    process.execPath,
    [
      'src/service/main.ts',
      'serve',
      '--demo',
      ...(options.data ? ['--data', options.data] : ['--memory']),
      '--port',
      String(options.port),
      '--ready-file',
      readyFile,
    ],
    // A process group of its own: Ctrl-C reaches this process only, which then stops the parts in order.
    { stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' },
  );
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed.push(String(chunk));
      if (printed.length > 200) printed.shift();
    });
  }
  let ended = false;
  const exit = once(child, 'exit').then(() => {
    ended = true;
  });
  while (!ended && !existsSync(readyFile))
    await Promise.race([exit, new Promise((resolve) => setTimeout(resolve, 50))]);
  if (ended) throw new Error(`The service did not start:\n${printed.join('')}`);
  let isStopping = false;
  void exit.then(() => {
    if (isStopping) return;
    console.error(`The service ended:\n${printed.join('')}`);
    options.onExit();
  });
  return {
    ...ready.parse(JSON.parse(await readFile(readyFile, 'utf8'))),
    stop: async () => {
      isStopping = true;
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Writes the brand of the demo organization, pointing at the running service, and answers its path. */
export async function writeDemoBrand(folder: string, service: DemoService): Promise<string> {
  const brand = JSON.parse(await readFile('src/organization/wary.json', 'utf8'));
  const file = join(folder, 'acme.json');
  await copyFile('src/organization/wary.svg', join(folder, 'wary.svg'));
  await writeFile(
    file,
    JSON.stringify({
      ...brand,
      slug: 'acme',
      serviceUrl: service.url,
      portalUrl: service.portalUrl,
      publishableKey: service.keys.publishable,
      listPublicKeys: service.listPublicKeys,
    }),
  );
  return file;
}
