import { expect } from '@playwright/test';
import { test as base, bundle, type Check } from './stage.ts';
import { EVM, OLDER_SOLANA, STANDARD_WALLETS, TRON } from './wallets.ts';

const test = base.extend<object, { applications: string }>({
  applications: [
    async ({}, use) => {
      await use(await bundle('applications.ts', 'applications'));
    },
    { scope: 'worker' },
  ],
});

/** Each application with the wallets that it can use, by their shape. */
const CASES = {
  raw: EVM,
  viem: EVM,
  ethers: EVM,
  web3: EVM,
  wagmi: EVM,
  'wallet-adapter': STANDARD_WALLETS,
  'older solana': { 'an object': OLDER_SOLANA },
  tron: { 'an object': TRON },
} as const;

// The applications are bundled once for all tests.
test.describe.configure({ mode: 'default' });

type Scope = { readonly applications: { run(name: string): Promise<string[]> }; readonly reached: string };

for (const [application, wallets] of Object.entries(CASES))
  test(`${application} gets the same from every wallet with the check as without`, { tag: '@nightly' }, async ({
    openWith,
    applications,
  }) => {
    test.setTimeout(180_000);
    const script = applications.replaceAll('</script', '<\\/script');
    for (const [shape, wallet] of Object.entries(wallets)) {
      const outcome = async (check: Check) => {
        const page = await openWith(wallet, `<!doctype html><title>App</title><script>${script}</script>`, check);
        const results = await page.evaluate(
          (name) => (globalThis as unknown as Scope).applications.run(name),
          application,
        );
        return { results, reached: await page.evaluate(() => (globalThis as unknown as Scope).reached) };
      };
      const without = await outcome('off');
      expect(without.results.join('\n'), shape).not.toMatch(/: nothing$/m);
      expect(await outcome('first'), shape).toEqual(without);
      expect(await outcome('last'), shape).toEqual(without);
    }
  });
