import { send } from '../../messaging/send.ts';
import { pageRuntime } from '../content-script.ts';
import { wordsOf } from '../marks/words.ts';
import { Notice } from './notice.ts';

/** Reminds the person, on a page that they opened in spite of its warning, of what it does. @param title in their language */
export function showOpened({ title }: { readonly title: string }): void {
  const words = wordsOf(pageRuntime());
  // The extension may be gone: then nothing can be stopped.
  const act = () => void send('siteStop', {}).catch(() => undefined);
  new Notice({
    words,
    tone: 'danger',
    isStrip: true,
    title,
    body: [],
    actions: [{ label: words.say('opened_again'), act }],
  });
}
