import { send } from '../../messaging/send.ts';
import { pageRuntime } from '../content-script.ts';
import { element } from '../marks/layer.ts';
import { wordsOf } from '../marks/words.ts';
import { Notice } from './notice.ts';

/** Offers to look at wallet requests; once that is on, says that this page is covered when it is loaded again. */
export function showWalletOffer(): void {
  const words = wordsOf(pageRuntime());
  const { say } = words;
  const show = (name: 'offer' | 'on', [yes, no]: readonly [yes: string, no: string], act: () => void) =>
    new Notice({
      words,
      title: say(`wallet_${name}_title`),
      body: [element('p', { textContent: say(`wallet_${name}_text`), dir: 'auto' })],
      actions: [
        { label: yes, act, isPrimary: true },
        { label: no, act: () => undefined },
      ],
    });
  const switchedOn = () => show('on', [say('wallet_on_reload'), say('wallet_on_later')], () => location.reload());
  const failed = () => new Notice({ words, title: say('wallet_failed'), body: [] });
  const switchOn = () => void send('walletWanted', {}).then(switchedOn, failed);
  show('offer', [say('wallet_offer_on'), say('wallet_offer_no')], switchOn);
}
