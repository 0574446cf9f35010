import { z } from 'zod';

const row = z.strictObject({
  group: z.string(),
  name: z.string(),
  value: z.number(),
  unit: z.string(),
  p95: z.number().optional(),
  detail: z.string().optional(),
  against: z.string().optional(),
  ratio: z.number().optional(),
});

const machine = z.strictObject({
  cpu: z.string(),
  cores: z.number(),
  /** In GB, of 10⁹ bytes. */
  memory: z.number(),
  node: z.string(),
  /** Null where there is none. */
  chromium: z.string().nullable(),
});

const measurement = z.strictObject({
  /** ISO 8601, in UTC. */
  at: z.string(),
  /** True where something but saved results differed from the commit, or the extension was not built for this measurement. */
  dirty: z.boolean(),
  machine,
  rows: z.array(row),
});

/** What `npm run bench -- --save` keeps in one file: the last measurement of each group, by its name, on one day and commit. */
export const savedRun = z.strictObject({
  /** Day in UTC, `YYYY-MM-DD`. */
  date: z.string(),
  /** Abbreviated. */
  commit: z.string(),
  groups: z.record(z.string(), measurement),
});

export type Machine = z.infer<typeof machine>;
export type SavedRun = z.infer<typeof savedRun>;
