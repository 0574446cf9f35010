import '../src/background/first-reads.ts';

import { defineBackground } from 'wxt/utils/define-background';
import { listenToBrowser } from '../src/background/events.ts';
import { wake } from '../src/background/wake.ts';

export default defineBackground(() => listenToBrowser(wake()));
