import { chromium } from '@playwright/test';
import { findChromium } from '../../../src/development/install/chromium.ts';

/** Starts no process for software rendering. Pages are painted as usual. */
export const NO_GPU_PROCESS = ['--disable-gpu'];

/** Starts a Chromium without the extension. @param site answers for every host, if given */
export const launchPlain = (site?: { readonly port: number }) =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      ...NO_GPU_PROCESS,
      ...(site ? [`--host-resolver-rules=EXCLUDE 127.0.0.1, MAP * 127.0.0.1:${site.port}`] : []),
    ],
  });
