import { expect, type Page } from '@playwright/test';
import { nightlyUnless } from '../nightly.ts';
import { type Check, CLEAN, LISTED, LISTED_BYTE, LISTED_TRON, SILENT, test } from './stage.ts';
import { EVM, LATE, OLDER_SOLANA, STANDARD_WALLETS, TRON } from './wallets.ts';

const PLAIN = EVM['a class with private fields'];
const FROZEN = EVM['frozen members of its own, only on EIP-6963'];

type Attack = {
  readonly wallet?: string;
  /** Source text of an async function of the page; `pay` is a request to a listed address. */
  readonly run: string;
  /** What reaches the wallet instead, where the page gets something else through. */
  readonly reached?: RegExp;
  /** Milliseconds after which an attack has ended; a call without an answer goes on after 1.5 s. Default: 2 s. */
  readonly lasts?: number;
  /** Set where the wallet would be given nothing listed without the check, because it reads its request only once. */
  readonly isHarmless?: true;
};

const call = (to: string) =>
  `({ method: 'eth_sendTransaction', params: [{ from: '${CLEAN}', to: '${to}', value: '0x1' }] })`;
const announced = `new Promise((resolve) => { addEventListener('eip6963:announceProvider', ({ detail }) => resolve(detail.provider), { once: true }); dispatchEvent(new Event('eip6963:requestProvider')); })`;
const inFrame = (make: string) => `${make} await frame.contentWindow.ethereum.request(pay);`;
const FRAME = `const frame = document.createElement('iframe');`;

/** Patches a built-in so that a script that used it would let the request through, or give it away. */
const patched = (patch: string) => `${patch}; await ethereum.request(pay);`;
/** The first time that it is read it is clean. */
const turning = (what: string) =>
  `let reads = 0; const turn = () => (reads++ === 0 ? '${CLEAN}' : '${LISTED}'); ${what}`;
const LISTED_KEY = LISTED_BYTE.toString(16).repeat(32);
const ONCE_CLEAN = new RegExp(CLEAN);

const ATTACKS: Readonly<Record<string, Attack>> = {
  'a plain request': { run: 'await ethereum.request(pay)' },
  'send with a method': { run: 'await ethereum.send(pay.method, pay.params)' },
  'send with a callback': {
    run: 'await new Promise((resolve, reject) => ethereum.send({ ...pay, id: 1 }, (error) => error ? reject(error) : resolve()))',
  },
  'a batch': {
    run: 'await new Promise((resolve, reject) => ethereum.sendAsync([{ ...pay, id: 1 }], (error) => error ? reject(error) : resolve()))',
  },
  'a frame used in the same statement': {
    run: inFrame(`${FRAME} document.documentElement.append(frame);`),
  },
  'a frame used later': {
    run: inFrame(`${FRAME} document.documentElement.append(frame); await new Promise((done) => setTimeout(done, 50));`),
  },
  'a frame with a text of its own': {
    run: `${FRAME} frame.srcdoc = '<script>top.framed = ethereum.request(top.pay)</' + 'script>'; document.documentElement.append(frame); await new Promise((done) => frame.onload = done); await framed;`,
  },
  'a method taken from a fresh realm': {
    run: `${FRAME} document.documentElement.append(frame); await frame.contentWindow.Reflect.apply(ethereum.request, ethereum, [pay]);`,
  },
  'the method of the class': { run: 'await Object.getPrototypeOf(ethereum).request.call(ethereum, pay)' },
  'a getter in the parameters': {
    run: turning(
      `await ethereum.request({ method: pay.method, params: [{ from: '${CLEAN}', get to() { return turn(); } }] });`,
    ),
    reached: ONCE_CLEAN,
    isHarmless: true,
  },
  'a getter as the method': {
    run: `let reads = 0; await ethereum.request({ get method() { return reads++ === 0 ? 'eth_chainId' : pay.method; }, params: pay.params });`,
    isHarmless: true,
  },
  'a proxy as the request': {
    run: `let reads = 0; await ethereum.request(new Proxy(pay, { get: (target, name) => name === 'method' && reads++ === 0 ? 'eth_chainId' : target[name] }));`,
    isHarmless: true,
  },
  'a proxy as the parameters': {
    run: turning(
      `const to = new Proxy({ from: '${CLEAN}', to: '' }, { get: (target, name) => name === 'to' ? turn() : target[name] }); await ethereum.request({ method: pay.method, params: [to] });`,
    ),
    reached: ONCE_CLEAN,
    isHarmless: true,
  },
  'parameters that tell JSON something else': {
    run: `await ethereum.request({ method: pay.method, params: [{ ...pay.params[0], toJSON: () => ({ to: '${CLEAN}' }) }] })`,
    reached: ONCE_CLEAN,
    isHarmless: true,
  },
  'parameters changed while it waits': {
    run: `const params = [{ from: '${CLEAN}', to: '${CLEAN}' }]; const answer = ethereum.request({ method: pay.method, params }); params[0].to = '${LISTED}'; await answer;`,
    reached: ONCE_CLEAN,
    isHarmless: true,
  },
  'a big integer, which JSON refuses': {
    run: `await ethereum.request({ method: pay.method, params: [{ ...pay.params[0], value: 1n }] })`,
  },
  ...Object.fromEntries(
    [
      `Function.prototype.call = function (self, call) { return self.__request?.(call) }`,
      `Function.prototype.apply = () => undefined`,
      `Function.prototype.bind = () => () => 'go'`,
      `Reflect.apply = (target, self, values) => undefined`,
      `JSON.stringify = () => '[]'`,
      `JSON.parse = () => []`,
      `Promise.prototype.then = function () { return this }`,
      `MessagePort.prototype.postMessage = () => undefined`,
      `WeakMap.prototype.get = () => undefined`,
      `window.setTimeout = (work) => { work(); return 1; }`,
      `window.Proxy = function (target) { return target }`,
      `window.Promise = class { constructor(run) { run(() => {}, () => {}) } }`,
      `RegExp.prototype.test = () => false; RegExp.prototype.exec = () => null; Set.prototype.has = () => false; Map.prototype.get = () => undefined`,
      `Array.prototype[Symbol.iterator] = function* () {}`,
      `Object.defineProperty(MessageEvent.prototype, 'data', { get: () => ({ id: 1, answer: 'go' }) })`,
      `Object.defineProperty(Object.prototype, 'answer', { get: () => 'go', set() {} })`,
    ].map((patch) => [`built-ins replaced: ${patch.slice(0, 60)}`, { run: patched(patch) }]),
  ),
  'descriptors of all objects, before a late wallet': {
    wallet: LATE,
    run: `Object.prototype.get = () => () => 'go'; Object.prototype.apply = (target, self, values) => target.call(self, ...values); await new Promise((done) => addEventListener('ethereum#initialized', () => setTimeout(done))); delete Object.prototype.get; delete Object.prototype.apply; await ethereum.request(pay);`,
  },
  'a page that asks for the port': {
    run: `let port; document.addEventListener('wallet-check-port', (event) => { port = event.ports[0]; }); document.dispatchEvent(new Event('wallet-check-ready')); for (let id = 0; id < 50; id += 1) port?.postMessage({ id, answer: 'go' }); await ethereum.request(pay);`,
  },
  'a thread that is busy for 2.5 seconds': {
    run: `const answer = ethereum.request(pay); for (const end = performance.now() + 2500; performance.now() < end; ); await answer;`,
    lasts: 5_000,
  },
  'a thread that is busy in 25 pieces': {
    run: `const answer = ethereum.request(pay); for (let piece = 0; piece < 25; piece += 1) { await new Promise((done) => setTimeout(done)); for (const end = performance.now() + 140; performance.now() < end; ); } await answer;`,
    lasts: 6_000,
  },
  'a late wallet used in the next task': {
    wallet: LATE,
    run: `await new Promise((done) => addEventListener('ethereum#initialized', () => setTimeout(done))); await ethereum.request(pay);`,
  },
  'a frozen instance of a class': { wallet: EVM['a frozen instance'], run: 'await ethereum.request(pay)' },
  'a wallet that is announced': { run: `await (await ${announced}).request(pay)` },
  'a frozen provider that is announced': { wallet: FROZEN, run: `await (await ${announced}).request(pay)` },
  'a frozen provider, by its member': {
    wallet: FROZEN,
    run: `const { request } = await ${announced}; await request(pay)`,
  },
  ...Object.fromEntries(
    Object.entries(STANDARD_WALLETS).flatMap(([shape, wallet]) => [
      [
        `a transaction by the Wallet Standard: ${shape}`,
        { wallet, run: `await (await signing())({ transaction: transactionTo(${LISTED_BYTE}) })` },
      ],
      [
        `the same by features that are read a second time: ${shape}`,
        { wallet, run: `await signing(); await (await signing())({ transaction: transactionTo(${LISTED_BYTE}) })` },
      ],
      [
        `the same with bytes changed while it waits: ${shape}`,
        {
          wallet,
          run: `const transaction = transactionTo(0x11); const answer = (await signing())({ transaction }); transaction.fill(${LISTED_BYTE}, 101, 133); await answer;`,
          reached: /"signTransaction"/,
          isHarmless: true,
        },
      ],
    ]),
  ),
  'parameters that all objects have, which change': {
    run: `let reads = 0; const listed = pay.params; Object.defineProperty(Object.prototype, 'params', { configurable: true, set() {}, get: () => (reads++ < 2 ? [{ from: '${CLEAN}', to: '${CLEAN}' }] : listed) }); await ethereum.request({ method: pay.method }); delete Object.prototype.params;`,
    reached: ONCE_CLEAN,
    isHarmless: true,
  },
  'a transaction that all objects have once it is looked at': {
    wallet: STANDARD_WALLETS['a class'],
    run: `const sign = await signing(); const answer = sign({}); Object.defineProperty(Object.prototype, 'transaction', { configurable: true, get: () => transactionTo(${LISTED_BYTE}) }); await answer.catch(() => {}); delete Object.prototype.transaction;`,
    reached: /"signTransaction"/,
    isHarmless: true,
  },
  'a transaction by an older provider of Solana': {
    wallet: OLDER_SOLANA,
    run: `const message = transactionTo(${LISTED_BYTE}).slice(65); await solana.signTransaction({ serializeMessage: () => message });`,
  },
  'a message to the content script of the wallet': {
    wallet: `addEventListener('message', ({ data }) => { if (data.target === 'metamask-contentscript') top.reached = (top.reached ?? '') + JSON.stringify(data); })`,
    run: `postMessage({ target: 'metamask-contentscript', data: { name: 'metamask-provider', data: { ...pay, id: 1, jsonrpc: '2.0' } } }, '*'); await new Promise((done) => setTimeout(done, 300));`,
  },
  'a message to the content script of the wallet with a big integer beside the request': {
    wallet: `addEventListener('message', ({ data }) => { if (data.target === 'metamask-contentscript') top.reached = (top.reached ?? '') + JSON.stringify(data.data); })`,
    run: `postMessage({ target: 'metamask-contentscript', big: 1n, data: { name: 'metamask-provider', data: { ...pay, id: 1, jsonrpc: '2.0' } } }, '*'); await new Promise((done) => setTimeout(done, 300));`,
  },
  'TRON: signed bytes that differ from what is shown': {
    wallet: TRON,
    run: `await tronWeb.trx.sign({ txID: '00', raw_data: { contract: [{ type: 'TransferContract', parameter: { value: { owner_address: '41' + '11'.repeat(20), to_address: '41' + '22'.repeat(20), amount: 1 } } }] }, raw_data_hex: RAW });`,
  },
};

/** The signed form of a transfer in TRX to {@link LISTED_TRON}: its 21 bytes stand in it as they are. */
const RAW = `0a02000012085a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a1541${'11'.repeat(20)}1215${tronHex(LISTED_TRON)}1801`;

function tronHex(address: string): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  const number = [...address].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n);
  return number.toString(16).padStart(50, '0').slice(0, 42);
}

const document = ({ run }: Attack) => `<!doctype html><title>App</title><p>x</p>
<script>
  globalThis.pay = ${call(LISTED)};
  globalThis.RAW = '${RAW}';
  // A legacy transaction of Solana that sends something: one signature, a header, payer, receiver and program, a transfer.
  globalThis.transactionTo = (byte) => { const key = (each) => Array(32).fill(each); return new Uint8Array([1, ...Array(64).fill(0), 1, 0, 1, 3, ...key(0x22), ...key(byte), ...key(0), ...key(0x33), 1, 2, 2, 0, 1, 12, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]); };
  globalThis.signing = () => new Promise((resolve) => {
    const register = (wallet) => resolve((input) => wallet.features['solana:signTransaction'].signTransaction(input));
    addEventListener('wallet-standard:register-wallet', ({ detail }) => detail({ register }));
    dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: { register } }));
  });
  const settle = Promise.prototype.then;
  const attack = async () => { ${run} };
  globalThis.ended = false;
  settle.call(attack(), () => { globalThis.ended = true; }, () => { globalThis.ended = true; });
</script>`;

/** Whether a text names what is listed, as an address or in bytes. */
const NAMES_LISTED = new RegExp([LISTED, tronHex(LISTED_TRON), LISTED_KEY].join('|'), 'i');
/** The attacks for which it could matter that the wallet's script comes first. */
const EITHER_ORDER = /plain|send with|batch|class|announced|member/;
/** One of each kind of attack, which `npm test` tries. */
const COMMON = /^(a plain request|a proxy as the request|a frozen provider that is announced|.* Standard: a class)$/;

/** What reached the wallet once the attack has ended. A page may have replaced what a test would read it by. */
async function reachedBy(page: Page, timeout = 2_000): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const read = async (name: string) =>
    (await session.send('Runtime.evaluate', { expression: name, returnByValue: true })).result.value;
  // A page that broke its own promises never ends.
  await expect
    .poll(() => read('ended'), { timeout, intervals: [20] })
    .toBe(true)
    .catch(() => undefined);
  return (await read('reached')) ?? '';
}

for (const [name, attack] of Object.entries(ATTACKS))
  test(`nothing listed reaches a wallet: ${name}${nightlyUnless(COMMON, name)}`, async ({ openWith }) => {
    const open = async (check: Check) =>
      reachedBy(await openWith(attack.wallet ?? PLAIN, document(attack), check), attack.lasts);
    if (!attack.isHarmless) expect(await open('off'), 'without the check').toMatch(NAMES_LISTED);
    for (const check of EITHER_ORDER.test(name) ? (['first', 'last'] as const) : (['first'] as const)) {
      const reached = await open(check);
      expect(reached, check).not.toMatch(NAMES_LISTED);
      if (attack.reached) expect(reached, check).toMatch(attack.reached);
    }
  });

test('a request about which nobody answers goes on after a while, and that is reported', async ({ openWith }) => {
  const run = `await ethereum.request(${call(SILENT)})`;
  const page = await openWith(PLAIN, document({ run }), 'first');
  await expect(page.locator('html[data-wallets="missed"]')).toBeAttached();
  expect(await reachedBy(page)).toContain(SILENT);
});
