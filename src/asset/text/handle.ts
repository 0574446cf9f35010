import type { Asset, AssetType } from '../type.ts';
import { platformAsset } from '../url/recognize-url.ts';
import { type Word, wordsOf } from './word.ts';

/** Common names of the platforms whose accounts are written `@name`. */
const PLATFORM_WORDS: Readonly<Record<string, AssetType>> = {
  twitter: 'TWITTER',
  tweet: 'TWITTER',
  telegram: 'TELEGRAM',
  tg: 'TELEGRAM',
  instagram: 'INSTAGRAM',
  insta: 'INSTAGRAM',
  ig: 'INSTAGRAM',
  tiktok: 'TIKTOK',
  threads: 'THREADS',
  youtube: 'YOUTUBE',
  snapchat: 'SNAPCHAT',
  bluesky: 'BLUESKY',
  farcaster: 'FARCASTER',
  warpcast: 'FARCASTER',
  medium: 'MEDIUM',
};

/** Platforms whose accounts are written `@name`, without repeats. */
export const HANDLE_PLATFORMS: readonly AssetType[] = [...new Set(Object.values(PLATFORM_WORDS))];

/** Whether a text is only an `@name`, so that the platform is unknown. */
export const isHandle = (text: string): boolean => HANDLE.test(text);

/** The account that an `@name` refers to on a platform; null if the platform has no such names. */
export const accountOf = (platform: AssetType, handle: string): Asset | null =>
  platformAsset(platform, WITH_SIGN.has(platform) ? handle : handle.slice(1));

/** How far from an `@name` its platform may be named, in characters. */
const NEAR_LENGTH = 48;

const HANDLE = /^@([\p{L}\p{N}_.-]{2,64})$/u;

/** Types whose content includes the `@`. */
const WITH_SIGN: ReadonlySet<AssetType> = new Set<AssetType>(['YOUTUBE', 'MEDIUM']);

/**
 * The account of an `@name` whose platform is unambiguous: a Bluesky host as the name, a platform right before it
 * (`Telegram: @name`, `X: @name`, `my Telegram is @name`), or one right after it (`@name on Twitter`). Null for every
 * other `@name`.
 */
export function handleAt({ text, index }: Word, around: string): Asset | null {
  const name = HANDLE.exec(text)?.[1];
  if (name === undefined) return null;
  if (/\.bsky\.social$/i.test(name)) return platformAsset('BLUESKY', name);
  const before = wordsOf(around.slice(Math.max(0, index - NEAR_LENGTH), index));
  const end = index + text.length;
  const type =
    platformBefore(beforeFiller(before)) ?? platformAfter(...wordsOf(around.slice(end, end + NEAR_LENGTH)).slice(0, 2));
  return type ? accountOf(type, text) : null;
}

/** Words allowed between a platform and a name: `my Telegram is @name`, `Instagram account: @name`. */
const FILLER =
  /^(?:is|account|handle|user|username|name|profile|channel|group|bot|page|admin|ist|konto|kanal|gruppe|compte|est|cuenta|es)$/i;

/** The word before a name, skipping one filler word. */
function beforeFiller(words: readonly Word[]): Word | undefined {
  const [earlier, before] = [words.at(-2), words.at(-1)];
  const filler = before !== undefined && FILLER.test(before.text) && (before.after === '' || before.after === ':');
  return filler && earlier?.after === '' ? earlier : before;
}

function platformBefore(word: Word | undefined): AssetType | undefined {
  if (!word) return undefined;
  const name = word.text.toLowerCase();
  if (name === 'x') return word.after.includes(':') ? 'TWITTER' : undefined;
  return word.after === '' || word.after === ':' ? own(name) : undefined;
}

function platformAfter(preposition?: Word, word?: Word): AssetType | undefined {
  if (!word || !/^(?:on|@|auf|en|sur)$/i.test(preposition?.text ?? '')) return undefined;
  return word.text === 'X' ? 'TWITTER' : own(word.text.toLowerCase());
}

const own = (name: string): AssetType | undefined =>
  Object.hasOwn(PLATFORM_WORDS, name) ? PLATFORM_WORDS[name] : undefined;
