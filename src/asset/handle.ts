import type { Asset, AssetType } from './type.ts';
import { platformAsset } from './url/recognize-url.ts';
import type { Word } from './word.ts';

/** What people call the platforms whose accounts are written `@name`. */
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

/** Types whose content keeps the `@`. */
const WITH_SIGN: ReadonlySet<AssetType> = new Set<AssetType>(['YOUTUBE', 'MEDIUM']);

/**
 * The account that a word `@name` means where the text leaves no doubt: a name that is itself a Bluesky host, a platform right before it
 * (`Telegram: @name`, `X: @name`), or one right after it (`@name on Twitter`). Null for every other `@name`.
 */
export function handleAt(words: readonly Word[], index: number): Asset | null {
  const name = /^@([\p{L}\p{N}_.-]{2,64})$/u.exec(words[index]!.text)?.[1];
  if (name === undefined) return null;
  if (/\.bsky\.social$/i.test(name)) return platformAsset('BLUESKY', name);
  const type = platformBefore(words[index - 1]) ?? platformAfter(words[index + 1], words[index + 2]);
  return type ? platformAsset(type, WITH_SIGN.has(type) ? `@${name}` : name) : null;
}

function platformBefore(word: Word | undefined): AssetType | undefined {
  if (!word) return undefined;
  const name = word.text.toLowerCase();
  if (name === 'x') return word.after.includes(':') ? 'TWITTER' : undefined;
  return word.after === '' || word.after === ':' ? own(name) : undefined;
}

function platformAfter(preposition: Word | undefined, word: Word | undefined): AssetType | undefined {
  if (!word || !/^(?:on|@|auf|en|sur)$/i.test(preposition?.text ?? '')) return undefined;
  return word.text === 'X' ? 'TWITTER' : own(word.text.toLowerCase());
}

const own = (name: string): AssetType | undefined =>
  Object.hasOwn(PLATFORM_WORDS, name) ? PLATFORM_WORDS[name] : undefined;
