import { parentPort } from 'node:worker_threads';
import type { Answer, Call, CopiedError, Methods } from './thread.ts';

/** Makes this worker thread answer the calls of a `Thread`. Calls do not wait for each other. */
export function answerCalls(methods: Methods): void {
  parentPort!.on('message', async ({ id, method, args }: Call) => {
    const answer = await answerTo(id, () => (methods[method] as (...given: unknown[]) => unknown)(...args));
    parentPort!.postMessage(answer);
  });
}

async function answerTo(id: number, work: () => unknown): Promise<Answer> {
  try {
    return { id, value: await work() };
  } catch (error) {
    return { id, error: copied(error) };
  }
}

function copied(error: unknown): CopiedError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { message, stack, ...code };
}
