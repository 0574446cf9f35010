import type { MessageReply } from '../../src/messaging/catalogue.ts';
import type * as Parts from './parts.ts';

/**
 * Looks for addresses as the content script does, with a worker that knows these listed addresses and hosts, and nothing but the entry of
 * a host after `?`; what it is asked is in `asked`, and about links in `linked`.
 */
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
  const linked: string[] = [];
  const answer = (assets: readonly { content: string }[]): Reply => ({
    enabled: true,
    marked: assets.filter(({ content }) => listed.includes(content)).map((asset) => verdictOf(asset)),
    refused: [],
  });
  const end = new AbortController();
  // A content script whose extension is gone marks nothing.
  Object.assign(globalThis, { end, asked, linked, chrome: { runtime: { id: 'here' } } });
  const send = async (
    name: string,
    { assets = [], hosts = [] }: { assets?: { content: string }[]; hosts?: string[] },
  ) => {
    if (name === 'linksCheck') {
      linked.push(...hosts);
      const entries = hosts.filter((host) => listed.includes(host) || listed.includes(`?${host}`));
      return { listed: entries.map((host) => ({ host, isKnown: listed.includes(host) })) };
    }
    if (name !== 'assetsCheck') return {};
    asked.push(...assets.map(({ content }) => content));
    return answer(assets);
  };
  protectAddresses(runtime, send as never, end);
}
