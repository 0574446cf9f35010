/** Values of a log line: never a key, a token, reported content or an e-mail address. */
type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** From the least important. `debug`: what happens all the time, as polls do. */
export const LOG_LEVELS = ['debug', 'info', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Structured log: one JSON object a line. */
export type Log = {
  readonly debug: (event: string, fields?: Fields) => void;
  readonly info: (event: string, fields?: Fields) => void;
  readonly error: (event: string, error: unknown, fields?: Fields) => void;
};

/** Writes log lines of a level and those above to `write`, usually standard error. */
export function lineLog(write: (line: string) => void, lowest: LogLevel = 'info'): Log {
  const line = (level: LogLevel, event: string, fields: object) => {
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(lowest))
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
  };
  return {
    debug: (event, fields = {}) => line('debug', event, fields),
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, error, fields = {}) => line('error', event, { ...fields, ...described(error) }),
  };
}

/**
 * Batches the lines of one turn of the event loop, because a write to a pipe blocks the process, and the rest at its
 * exit.
 */
export function inOneWrite(write: (text: string) => void): (line: string) => void {
  let waiting = '';
  const flush = () => {
    if (waiting === '') return;
    const text = waiting;
    waiting = '';
    write(text);
  };
  process.on('exit', flush);
  return (line) => {
    if (waiting === '') setImmediate(flush);
    waiting += line;
  };
}

/** Database errors contain the values of a statement in message and `params`: only code and place are logged. */
function described(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const cause = error.cause as { code?: unknown } | undefined;
  const isStatement = 'query' in error && 'params' in error;
  return {
    error: error.name,
    message: isStatement ? 'A database statement failed' : error.message,
    code: cause?.code === undefined ? undefined : String(cause.code),
    place: error.stack
      ?.split('\n')
      .find((part) => part.includes('/src/'))
      ?.trim(),
  };
}
