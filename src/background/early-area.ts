type Area = {
  get(keys: string | string[]): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
};

/** A storage area of the browser, some records of which are asked for at once and given to the first who wants each. */
export class EarlyArea implements Area {
  readonly #area: Area;
  readonly #begun: Promise<Record<string, unknown>>;
  readonly #unread: Set<string>;

  constructor(area: Area, keys: string[]) {
    this.#area = area;
    this.#begun = area.get(keys);
    this.#begun.catch(() => undefined);
    this.#unread = new Set(keys);
  }

  /** One record by its key. @throws as the browser does */
  async get(key: string): Promise<Record<string, unknown>> {
    if (!this.#unread.delete(key)) return this.#area.get(key);
    const { [key]: value } = await this.#begun;
    return { [key]: value };
  }

  /** @throws as the browser does */
  set(items: Record<string, unknown>): Promise<void> {
    for (const key of Object.keys(items)) this.#unread.delete(key);
    return this.#area.set(items);
  }
}
