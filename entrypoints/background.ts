import '../src/background/first-reads.ts';

import { defineBackground } from 'wxt/utils/define-background';
import { Background } from '../src/background/background.ts';
import { listenToBrowser } from '../src/background/events.ts';
import { handlersOf } from '../src/background/messages.ts';
import { listen } from '../src/messaging/router.ts';

export default defineBackground(() => {
  const background = new Background();
  listen(handlersOf(background));
  listenToBrowser(background);
  void background.start();
});
