import type { MessageReply } from '../../src/messaging/catalogue.ts';
import type * as Parts from './parts.ts';

/** Looks for addresses as the content script does, with a worker that knows these listed addresses; what it is asked is in `asked`. */
export function protect({ protectAddresses }: typeof Parts, ...listed: readonly string[]): void {
  const texts: Record<string, string> = { language: 'en', direction: 'ltr', marks_blocked_title: 'Scam address' };
  const runtime = { i18n: { getMessage: (key: string) => texts[key] ?? key, getUILanguage: () => 'en' } };
  type Reply = MessageReply<'assetsCheck'>;
  const verdictOf = ({ content }: { content: string }): Reply['marked'][number] => ({
    kind: 'blocked',
    asset: { type: 'ADDRESS', content },
    confirmation: 'confirmed',
    checkedAt: Date.now(),
    family: 'Ethereum (EVM)',
  });
  const asked: string[] = [];
  const answer = (assets: readonly { content: string }[]): Reply => ({
    enabled: true,
    marked: assets.filter(({ content }) => listed.includes(content)).map(verdictOf),
    refused: [],
  });
  const end = new AbortController();
  // A content script whose extension is gone marks nothing.
  Object.assign(globalThis, { end, asked, chrome: { runtime: { id: 'here' } } });
  const send = async (name: string, { assets = [] }: { assets?: { content: string }[] }) => {
    if (name !== 'assetsCheck') return {};
    asked.push(...assets.map(({ content }) => content));
    return answer(assets);
  };
  protectAddresses(runtime, send as never, end);
}
