import AxeBuilder from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { LANGUAGES } from '../../../src/language/languages.ts';
import { overview } from '../../../src/ui/popup/overview.fixture.ts';
import type { Overview } from '../../../src/ui/popup/overview.ts';
import { test } from './extension-page.ts';

const SITE = { type: 'URL', content: 'a.example' } as const;
const listed = { asset: SITE, expression: 'a.example/', scam: 'drainer', checkedAt: 0 } as const;

/** Every state of the popup, by what it is about. */
const STATES: Readonly<Record<string, Partial<Overview>>> = {
  'a page that is not listed': {},
  'a stopped site': { verdict: { ...listed, kind: 'blocked', confirmation: 'confirmed' } },
  'a site that could not be confirmed': {
    verdict: { ...listed, kind: 'unconfirmed', confirmation: 'failed', failure: 'offline' },
  },
  'a site that is being checked': { verdict: { ...listed, kind: 'checking', confirmation: 'pending' } },
  'a site that the person opened': { verdict: { ...listed, kind: 'permitted', confirmation: 'confirmed' } },
  'a lookalike': { lookalike: { host: 'coinbase-login.example', brand: 'Coinbase', original: 'coinbase.com' } },
  'listed addresses': { findings: { found: 3, blocked: 2 } },
  'an official site': { official: 'Acme' },
  'a site that the person reported': { reported: { id: '1', at: 0, standing: 'received' } },
  'no web page': { url: null, verdict: null },
};

for (const [state, over] of Object.entries(STATES))
  test(`everybody can use the popup of ${state}, in each language`, async ({ open }) => {
    for (const language of LANGUAGES) {
      const page = await open('/popup.html', { language, isPopup: true, answers: { popupOverview: overview(over) } });
      await page.locator('main, [role=status], h1').first().waitFor();
      // One language from left to right in both schemes, and one from right to left: names and roles are the same in all.
      const schemes = language === 'en' ? (['light', 'dark'] as const) : language === 'ar' ? (['light'] as const) : [];
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page }).analyze();
        expect(violations.map(({ id, nodes }) => [language, id, nodes[0]?.html])).toEqual([]);
      }
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        language,
      ).toBeLessThanOrEqual(0);
    }
  });
