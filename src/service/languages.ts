import { type Language, readLanguages } from '../language/catalogue.ts';
import type extension from '../language/locales/en.json';
import type service from './locales/en.json';

/** Sections of the extension that the service uses too. */
type SharedSection = 'asset' | 'check' | 'marks' | 'privacy' | 'refusal' | 'report' | 'scam' | 'traffic' | 'verdict';

type KeysOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string | { readonly n: string }
    ? Key
    : `${Key}.${KeysOf<Words[Key]>}`;
}[keyof Words & string];
/** Key of a text that the service may use, for example `portal.report.title`. */
export type TextKey = KeysOf<typeof service & Pick<typeof extension, SharedSection>>;

/** Available languages, English first, with the texts of the extension and of the service. @throws Error when a file is not valid */
export const readServiceLanguages = (): readonly Language[] => readLanguages(new URL('./locales/', import.meta.url));
