import { expect } from 'vitest';
import type { Database } from './database.ts';

/** For tests: a database that counts what is asked of it, so that a test can wait until somebody has looked. */
export function watched(database: Database) {
  const asked: string[] = [];
  const count = (method?: 'transaction') => asked.filter((name) => method === undefined || name === method).length;
  return {
    database: new Proxy(database, {
      get(target, name) {
        asked.push(String(name));
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }) as Database,
    count,
    /** Resolves when so many more questions have come. */
    more: (times: number, method?: 'transaction') => {
      const enough = count(method) + times;
      return expect.poll(() => count(method), { interval: 5, timeout: 20_000 }).toBeGreaterThanOrEqual(enough);
    },
  };
}
