import { defineBackground } from 'wxt/utils/define-background';
import '../src/asset/address/codec/ens-any-script.ts';
import { Background } from '../src/background/background.ts';
import { handleStarts, listenToBrowser } from '../src/background/events.ts';

export default defineBackground(() => {
  const background = new Background();
  listenToBrowser(background);
  handleStarts(background);
});
