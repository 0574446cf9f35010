import { defineBackground } from 'wxt/utils/define-background';
import { Background } from '../src/background/background.ts';
import { listenToBrowser } from '../src/background/events.ts';
import { handleStarts } from '../src/background/starts.ts';

export default defineBackground(() => {
  const background = new Background();
  listenToBrowser(background);
  handleStarts(background);
});
