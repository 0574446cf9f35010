import type { ServerResponse } from 'node:http';
import type { Fetch } from './pipelined.ts';

/** Bytes of all answers together that wait in memory for those who asked to read them. */
const MAX_BYTES = 512 * 1024 * 1024;
/** A shorter answer waits with the system, not here. */
const MIN_BYTES = 64 * 1024;

/**
 * Answers that are written and not read yet. A client may ask for long ones thousands of times and read none: where there are too many, the
 * connections of those that have waited longest are ended.
 */
export class UnreadAnswers {
  readonly #most: number;
  readonly #waiting = new Map<ServerResponse, number>();
  #bytes = 0;

  constructor(most = MAX_BYTES) {
    this.#most = most;
  }

  /** A handler of requests whose answers are counted. */
  counting(fetch: Fetch): Fetch {
    return async (request, env) => {
      const answer = await fetch(request, env);
      // It is written in this turn.
      setImmediate(() => this.add(env.outgoing as ServerResponse));
      return answer;
    };
  }

  /** Counts an answer that was written, until it is sent. */
  add(answer: ServerResponse): void {
    const bytes = answer.writableLength;
    if (bytes < MIN_BYTES || answer.destroyed) return;
    this.#waiting.set(answer, bytes);
    this.#bytes += bytes;
    answer.once('close', () => this.#forget(answer));
    for (const oldest of this.#waiting.keys()) {
      if (this.#bytes <= this.#most) return;
      this.#forget(oldest);
      oldest.destroy();
    }
  }

  #forget(answer: ServerResponse): void {
    this.#bytes -= this.#waiting.get(answer) ?? 0;
    this.#waiting.delete(answer);
  }
}
