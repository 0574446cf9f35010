import { signal } from '@preact/signals';
import { followLanguage } from '../../language/follow.ts';
import { type Messages, takeTextsFrom } from '../../language/i18n.ts';

// A component that says a text reads the signal, so that it is drawn again when another language is in force, with all that was typed.
takeTextsFrom(signal<Messages | null>(null));

/** Resolves when the language in force is known and its texts are there. Asked for as soon as a page's script runs. Never rejects. */
export const LANGUAGE_KNOWN: Promise<void> = followLanguage();
