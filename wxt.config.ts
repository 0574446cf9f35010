import preact from '@preact/preset-vite';
import { defineConfig } from 'wxt';
import { firstState } from './src/development/extension/first-state.ts';
import { drawSignedIcons } from './src/development/extension/icons.ts';
import { readBundledList, readBundledVersion } from './src/development/extension/list.ts';
import { knownLanguages, nativeBrowser, pageChunks, withoutAutoImports } from './src/development/extension/scripts.ts';
import { bundledPackages } from './src/development/package/bill.ts';
import { privacyPage, privacyPath } from './src/development/store/privacy.ts';
import { packageTexts } from './src/development/words.ts';
import { LANGUAGES } from './src/language/languages.ts';
import { readBrandFile } from './src/organization/file.ts';
import { identityOf, updateUrlOf } from './src/organization/identity.ts';
import { PICTURES, pictureOf } from './src/organization/picture.ts';
import { POLICY_SCHEMA, policySchema } from './src/settings/policy/policy-schema.ts';

const { brand, iconPath, pictures } = readBrandFile(process.env.WARY_BRAND ?? 'src/organization/wary.json');
const { extensionKey: _, firefoxId: __, updateUrls: ___, version, versionName, description: ____, ...carried } = brand;
const { extensionKey, firefoxId } = identityOf(brand);
const bundledList = readBundledList(process.env.WARY_LIST);
const policySchemaFile = { relativeDest: POLICY_SCHEMA, contents: `${JSON.stringify(policySchema(), null, 2)}\n` };
const privacyPages = LANGUAGES.map((language) => ({
  relativeDest: privacyPath(language).slice(1),
  contents: privacyPage(brand, language),
}));
const brandPictures = PICTURES.flatMap(({ name, address }) => {
  const contents = pictures[name];
  return contents === undefined ? [] : [{ relativeDest: address.slice(1), contents }];
});
const darkIcon = pictureOf(brand, 'iconDark');
const bundledVersion = readBundledVersion(process.env.WARY_LIST);

const updateAddress = (browser: string): { update_url?: string } => {
  const url = updateUrlOf(brand, browser as 'chrome' | 'edge' | 'firefox');
  return url === undefined ? {} : { update_url: url };
};

export default defineConfig({
  modules: ['@wxt-dev/webextension-polyfill', '@wxt-dev/i18n/module', '@wxt-dev/auto-icons'],
  imports: false,
  outDir: process.env.WARY_OUT ?? '.output',
  manifestVersion: 3,
  i18n: { localesDir: 'src/language/locales' },
  autoIcons: { baseIconPath: iconPath, developmentIndicator: false },
  vite: () => ({
    plugins: [
      preact(),
      nativeBrowser(),
      knownLanguages(),
      pageChunks(),
      firstState(brand.name),
      bundledPackages(process.env.WARY_PACKAGES),
    ],
    define: { __BRAND__: JSON.stringify(carried), __PACKAGE_LIST__: JSON.stringify(bundledVersion) },
    // Both browsers preload modules by themselves; what does it elsewhere would be a file more to wait for.
    build: { sourcemap: false, modulePreload: { polyfill: false } },
  }),
  hooks: {
    // The same for every folder of a build: else each build would write the file anew while tests that run beside it read it.
    'prepare:tsconfig': (_, { tsconfig }) => {
      tsconfig.exclude = ['../**/node_modules', '../.output'];
    },
    'build:publicAssets': ({ config }, files) => {
      files.push(...bundledList, ...privacyPages, ...brandPictures);
      packageTexts(files, brand);
      // Firefox takes a policy without a schema.
      if (config.browser !== 'firefox') files.push(policySchemaFile);
    },
    'build:done': async ({ config }, output) => {
      const drawn = await drawSignedIcons(iconPath, config.outDir);
      output.publicAssets.push(...drawn.map((fileName) => ({ type: 'asset' as const, fileName })));
    },
    'vite:build:extendConfig': (_entrypoints, config) => {
      config.plugins = withoutAutoImports(config.plugins);
    },
  },
  manifest: ({ browser }) => ({
    name: brand.name,
    short_name: brand.shortName,
    description: '__MSG_package_summary__',
    ...(version ? { version } : {}),
    default_locale: 'en',
    permissions: [
      'alarms',
      'contextMenus',
      'declarativeNetRequestWithHostAccess',
      'idle',
      'scripting',
      'storage',
      'tabs',
      'unlimitedStorage',
      'webNavigation',
      'webRequest',
      ...(browser === 'firefox' ? ['webRequestBlocking'] : []),
    ],
    optional_permissions: [...(browser === 'firefox' ? [] : ['downloads']), 'notifications'],
    host_permissions: ['<all_urls>'],
    action: {
      default_title: brand.name,
      // Firefox calls "light" what goes with light text, which is a dark toolbar. Chrome and Edge have one icon for both.
      ...(browser === 'firefox' && darkIcon !== undefined
        ? {
            theme_icons: [16, 32].map((size) => ({ light: darkIcon.slice(1), dark: `icons/${size}.png`, size })),
          }
        : {}),
    },
    // Chromium gives no shortcut where it has taken the keys itself, as it has Alt+Shift+R.
    commands: { report: { suggested_key: { default: 'Alt+Shift+S' }, description: '__MSG_menu_page__' } },
    options_ui: { page: 'settings.html', open_in_tab: true },
    web_accessible_resources: [
      // In Firefox the address of a package is a random one for each profile anyway.
      browser === 'firefox'
        ? { resources: ['warning.html'], matches: ['<all_urls>'] }
        : { resources: ['warning.html'], matches: ['<all_urls>'], use_dynamic_url: true },
    ],
    ...(browser === 'firefox'
      ? {
          // Firefox's own default would also turn requests to a service of a local name (.test, .localhost) into https.
          content_security_policy: { extension_pages: "script-src 'self'; object-src 'self'" },
          browser_specific_settings: {
            gecko: {
              id: firefoxId,
              ...updateAddress(browser),
              strict_min_version: '140.0',
              // Sites are compared on the device. How a person can be reached goes with a report only if they write it.
              data_collection_permissions: { required: ['none'], optional: ['personallyIdentifyingInfo'] },
            },
          },
        }
      : {
          key: extensionKey,
          ...(versionName ? { version_name: versionName } : {}),
          ...updateAddress(browser),
          storage: { managed_schema: POLICY_SCHEMA },
          minimum_chrome_version: '134',
          incognito: 'split',
        }),
  }),
});
