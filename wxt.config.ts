import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { withoutAutoImports } from './src/development/auto-import.ts';
import { readBundledList, readBundledVersion } from './src/development/bundled-list.ts';
import { firstState } from './src/development/first-state.ts';
import { nativeBrowser } from './src/development/native-browser.ts';
import { readBrandFile } from './src/organization/file.ts';
import { HOLD_SHEETS, holdSheet, holdSheetText } from './src/page/hold/hold-sheet.ts';
import { POLICY_SCHEMA, policySchema } from './src/settings/policy-schema.ts';

/**
 * Public half of the key that fixes the extension's id, so that policies, tests and updates know it. A store replaces
 * it by its own.
 */
const EXTENSION_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAtJGtLyMOIWfJ9gaODvYO3PhmdaEqNqfhabT4k07lbuSKcCxiWTqwLmw8Epcpj4DzM+xWWIZDt6eP2QpinKJHNa0bcfcnnLRCLlEoTnxVuaqry6/LYHeAKVtdvw9oUz73QFebCPAAI7SmNzHWfpMzFP9vPu7EtRj10FLah358/6pe9JmX16+jXs8MYvItDX01hoBX8SqakOXqQkETMKVrYmwk8dYZrD9BjM8e+tXuFFDyKn3oCIWhOBiHJRLjtTH6zjDDmjGYMQhafnj5PW+UfB31V/fhtJmJYPoDMzwL8AtBOS5/2DZpmuj/rjRmkKu1GwwPTtO5qMr6RusFpWSykQIDAQAB';

const { brand, iconPath } = readBrandFile(process.env.WARY_BRAND ?? 'src/organization/wary.json');
const bundledList = readBundledList(process.env.WARY_LIST);
const holdSheets = Array.from({ length: HOLD_SHEETS }, (_, index) => ({
  relativeDest: holdSheet(index + 1).slice(1),
  contents: holdSheetText(index + 1),
}));
const policySchemaFile = { relativeDest: POLICY_SCHEMA, contents: `${JSON.stringify(policySchema(), null, 2)}\n` };
const bundledVersion = readBundledVersion(process.env.WARY_LIST);

export default defineConfig({
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module', '@wxt-dev/auto-icons'],
  imports: false,
  outDir: process.env.WARY_OUT ?? '.output',
  manifestVersion: 3,
  i18n: { localesDir: 'src/ui/locales' },
  autoIcons: { baseIconPath: iconPath, developmentIndicator: false },
  vite: () => ({
    plugins: [preact(), nativeBrowser(), firstState(brand.name)],
    define: { __BRAND__: JSON.stringify(brand), __PACKAGE_LIST__: JSON.stringify(bundledVersion) },
    build: { sourcemap: false },
  }),
  hooks: {
    'build:publicAssets': ({ config }, files) => {
      files.push(...bundledList);
      // Firefox asks before a request leaves, so no script has to be held there, and takes a policy without a schema.
      if (config.browser !== 'firefox') files.push(...holdSheets, policySchemaFile);
    },
    'vite:build:extendConfig': (_entrypoints, config) => {
      config.plugins = withoutAutoImports(config.plugins);
    },
  },
  manifest: ({ browser }) => ({
    name: brand.name,
    short_name: brand.shortName,
    description: brand.description,
    default_locale: 'en',
    permissions: [
      'alarms',
      'declarativeNetRequestWithHostAccess',
      'scripting',
      'storage',
      'tabs',
      'unlimitedStorage',
      'webNavigation',
      'webRequest',
      ...(browser === 'firefox' ? ['webRequestBlocking'] : []),
    ],
    host_permissions: ['<all_urls>'],
    action: { default_title: brand.name },
    options_ui: { page: 'settings.html', open_in_tab: true },
    web_accessible_resources: [
      // In Firefox the address of a package is a random one for each profile anyway.
      browser === 'firefox'
        ? { resources: ['warning.html'], matches: ['<all_urls>'] }
        : { resources: ['warning.html', 'hold/*.css'], matches: ['<all_urls>'], use_dynamic_url: true },
    ],
    ...(browser === 'firefox'
      ? {
          // Firefox's own default would also turn requests to a service of a local name (.test, .localhost) into https.
          content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
          browser_specific_settings: {
            gecko: {
              id: `${brand.slug}@wary.example`,
              strict_min_version: '140.0',
              data_collection_permissions: { required: ['browsingActivity'] },
            },
          },
        }
      : {
          key: EXTENSION_KEY,
          storage: { managed_schema: POLICY_SCHEMA },
          minimum_chrome_version: '134',
          incognito: 'split',
        }),
  }),
});
