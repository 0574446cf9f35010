import type { Site } from '../../../e2e/harness/site.ts';

const [EVENTS_HOST, ADDRESSES_HOST, FRAMES_HOST] = [
  'events.crowd.test',
  'addresses.crowd.test',
  'frames.crowd.test',
] as const;

/**
 * Three tabs of the worst pages that are known. Those of the first crowd send as many messages as a page can without a user, which costs
 * time in the extension. One of the second also loads frames without end, which keeps the browser's own process busy: it delays
 * every extension, and every tab without one.
 */
export const CROWDS = {
  'pages that send messages': [EVENTS_HOST, ADDRESSES_HOST, ADDRESSES_HOST],
  'pages that also load 50 frames a second': [EVENTS_HOST, ADDRESSES_HOST, FRAMES_HOST],
} as const;

/** A timer that the browser does not slow down in a tab that nobody sees. */
const EVERY = `
  const every = (milliseconds, work) => {
    const timer = 'setInterval(() => postMessage(0), ' + milliseconds + ')';
    new Worker(URL.createObjectURL(new Blob([timer]))).onmessage = work;
  };`;

/** What a page does every 50 ms, beside its own means. */
const EVENTS = `${EVERY}
  const form = document.body.appendChild(document.createElement('form'));
  const link = document.body.appendChild(document.createElement('a'));
  let round = 0;
  every(50, () => {
    round += 1;
    for (let at = 0; at < 300; at += 1) form.dispatchEvent(new Event('formdata', { bubbles: true }));
    for (let at = 0; at < 20; at += 1) new FormData(form);
    for (let at = 0; at < 20; at += 1) {
      link.href = 'http://' + hosts[(round * 20 + at) % hosts.length] + '/';
      link.focus();
      link.blur();
    }
  });`;

/** Addresses that come and go, some of them new each time. */
const ADDRESSES = `
  const box = document.body.appendChild(document.createElement('div'));
  const hex = () => Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  every(100, () => {
    box.replaceChildren(...Array.from({ length: 100 }, () => Object.assign(document.createElement('p'), { textContent: '0x' + hex() })));
  });`;

/** Frames, half of them of listed hosts, of which one is loaded again every 20 ms: each notice in the place of one loads in the process of every warning. */
const FRAMES = `
  const frames = Array.from({ length: 20 }, (_, at) => {
    const frame = document.createElement('iframe');
    frame.src = at % 2 ? 'http://' + hosts[at] + '/' : 'http://part.crowd.test/?' + at;
    return document.body.appendChild(frame);
  });
  let at = 0;
  every(20, () => { at += 1; const frame = frames[at % 20]; if (frame.isConnected) frame.src = frame.src; });`;

/** Serves the pages of the crowd. @param hosts listed hosts for their links and frames */
export function serveCrowd(site: Site, hosts: readonly string[]): void {
  const page = (script: string) =>
    `<!doctype html><title>crowd</title><body><script>const hosts = ${JSON.stringify(hosts)};${script}</script>`;
  site.on(EVENTS_HOST, '/', page(EVENTS));
  site.on(ADDRESSES_HOST, '/', page(EVENTS + ADDRESSES));
  site.on(FRAMES_HOST, '/', page(EVENTS + FRAMES));
  site.on('part.crowd.test', '/', page(EVENTS + ADDRESSES));
}
