import { readFileSync } from 'node:fs';
import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';

const brand = JSON.parse(readFileSync(new URL('./src/organization/wary.json', import.meta.url), 'utf8'));

export default defineConfig({
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module'],
  imports: false,
  vite: () => ({ plugins: [preact()], define: { __BRAND__: JSON.stringify(brand) } }),
  manifest: { name: brand.name, default_locale: 'en' },
  ...({ i18n: { localesDir: 'src/ui/locales' } } as object),
});
