import * as z from 'zod/mini';

/** The languages of the extension; the first stands in for one that it does not have. */
export const LANGUAGES = ['en', 'de', 'es', 'ar'] as const;

/** Text of one line that is shown as it stands: no control character, no space around it. */
export const line = (max: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'must not be empty'),
      z.maxLength(max, `must be at most ${max} characters long`),
      z.regex(
        /^(?!\s)[^\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]*(?<!\s)$/u,
        'must be one line without spaces around it or control characters',
      ),
    );

const [first, ...others] = LANGUAGES;

/** A text in the languages of the extension; the English one stands in for those that are left out. */
export const texts = (max: number) =>
  z.strictObject(
    {
      [first]: line(max),
      ...(Object.fromEntries(others.map((language) => [language, z.optional(line(max))])) as Record<
        (typeof others)[number],
        z.ZodMiniOptional<ReturnType<typeof line>>
      >),
    },
    {
      error: ({ code }) =>
        code === 'invalid_type' ? `must be a text for each language, such as { ${first}: … }` : undefined,
    },
  );
export type Texts = Readonly<z.infer<ReturnType<typeof texts>>>;

/** The text in a language of the extension, or the English one. */
export const textIn = (text: Texts, language: string): string =>
  (text as Readonly<Record<string, string | undefined>>)[language] ?? text[first];
