import { readableHost } from '../../asset/url/host/idn.ts';
import type { MessageReply, MessageRequest } from '../../messaging/catalogue.ts';
import { send } from '../../messaging/send.ts';
import { pageRuntime } from '../content-script.ts';
import { element } from '../marks/layer.ts';
import { wordsOf } from '../marks/words.ts';
import { Notice } from './notice.ts';

type LookalikeSite = NonNullable<MessageReply<'popupOverview'>['lookalike']>;

/** Says that this page imitates a brand's; nothing once the document has moved to another host. */
export function showLookalike({ host, original }: LookalikeSite): void {
  // Our spelling of a host has no trailing dot.
  if (location.hostname.replace(/\.$/, '') !== host) return;
  const words = wordsOf(pageRuntime());
  const { say } = words;
  const answer = (given: MessageRequest<'lookalikeAnswer'>['answer']) =>
    // The extension may be gone: then there is nobody to tell and nothing to undo.
    void send('lookalikeAnswer', { answer: given }).catch(() => undefined);
  const readable = readableHost(host);
  const body = [paragraph(say('lookalike_here', MARK), readable)];
  if (readable !== host) body.push(paragraph(say('lookalike_script', MARK), host));
  new Notice({
    words,
    title: say('lookalike_title', original),
    body,
    actions: [
      { label: say('lookalike_leave', original), act: () => answer('leave'), isPrimary: true },
      { label: say('lookalike_report'), act: () => answer('report') },
      { label: say('lookalike_mute'), act: () => answer('mute') },
    ],
    closed: () => answer('close'),
  });
}

/** Placeholder for the host in a text; none of our texts contains it. */
const MARK = '\ufffc';

/** A sentence with a host in it; the host is always shown left to right. */
function paragraph(text: string, host: string): HTMLElement {
  const [before = '', after = ''] = text.split(MARK);
  const shown = element('bdi', { className: 'host', textContent: host, dir: 'ltr', translate: false });
  return element('p', {}, [document.createTextNode(before), shown, document.createTextNode(after)]);
}
