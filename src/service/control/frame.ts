import * as z from 'zod/mini';

/** How another process of this machine reaches a running service. */
export const controlEndpoint = z.object({ url: z.url({ protocol: /^http$/ }), token: z.string() });
export type ControlEndpoint = z.infer<typeof controlEndpoint>;

/** A command as it was typed, and the terminal it was typed in. */
export const controlRequest = z.object({
  words: z.array(z.string().check(z.maxLength(65_536))).check(z.maxLength(1_000)),
  folder: z.string(),
  terminal: z.object({ isTTY: z.boolean(), columns: z.optional(z.int()) }),
  key: z.optional(z.string().check(z.maxLength(1_000))),
});
export type ControlRequest = z.infer<typeof controlRequest>;

/** One line of the answer: a line for standard output, a piece for standard error, or the end with the exit code. */
export const controlFrame = z.union([
  z.object({ print: z.string() }),
  z.object({ progress: z.string() }),
  z.object({ exit: z.int() }),
]);
export type ControlFrame = z.infer<typeof controlFrame>;
