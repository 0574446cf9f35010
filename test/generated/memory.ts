import type { Chance } from './chance.ts';

const MAX_COUNT = 40;
const MAX_OF_A_LIST = 20;

/** What answers have named, by the names of its fields: a later request can name what exists. */
export class Memory {
  readonly #named = new Map<string, unknown[]>();

  /** Keeps the newest texts and numbers of an answer. */
  learn(value: unknown, name = ''): void {
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_OF_A_LIST)) this.learn(item, name);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, part] of Object.entries(value)) this.learn(part, key);
    } else if (value !== '' && (typeof value === 'string' || typeof value === 'number')) {
      const field = name === 'nextCursor' ? 'cursor' : name;
      const values = this.#named.get(field) ?? [];
      this.#named.set(field, [...values, value].slice(-MAX_COUNT));
    }
  }

  /** Something that a field of this name has had; undefined when there is nothing. Every `…Id` may be any `id`. */
  recall(chance: Chance, name: string): unknown {
    const names = /Id$/.test(name) ? [name, 'id'] : /slug$/i.test(name) ? [name, 'slug'] : [name];
    const values = names.flatMap((one) => this.#named.get(one) ?? []);
    return values.length === 0 ? undefined : chance.pick(values);
  }
}
