import { send } from '../../messaging/send.ts';
import { pageRuntime } from '../content-script.ts';
import { element } from '../marks/layer.ts';
import { wordsOf } from '../marks/words.ts';
import { Notice } from './notice.ts';

/** Offers to look at wallet requests; once that is on, says that this page is covered when it is loaded again. */
export function showWalletOffer(): void {
  const words = wordsOf(pageRuntime());
  const { say } = words;
  const paragraph = (text: string) => element('p', { textContent: text, dir: 'auto' });
  const switchedOn = () =>
    new Notice({
      words,
      title: say('wallet_on_title'),
      body: [paragraph(say('wallet_on_text'))],
      actions: [
        { label: say('wallet_on_reload'), act: () => location.reload(), isPrimary: true },
        { label: say('wallet_on_later'), act: () => undefined },
      ],
    });
  const failed = () => new Notice({ words, title: say('wallet_failed'), body: [] });
  new Notice({
    words,
    title: say('wallet_offer_title'),
    body: [paragraph(say('wallet_offer_text'))],
    actions: [
      {
        label: say('wallet_offer_on'),
        act: () => void send('walletWanted', {}).then(switchedOn, failed),
        isPrimary: true,
      },
      { label: say('wallet_offer_no'), act: () => undefined },
    ],
  });
}
