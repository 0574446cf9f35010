import type { ChromiumBrowser } from './browser.ts';

const TEXTS = { type: 'array', items: { type: 'string' } };
/** What both know of one extension. A field that is in neither would be ignored by the browser without a word. */
const BOTH = {
  ...{ allowed_permissions: TEXTS, blocked_permissions: TEXTS, runtime_allowed_hosts: TEXTS },
  ...{ runtime_blocked_hosts: TEXTS, blocked_install_message: { type: 'string' } },
  ...{ file_url_navigation_allowed: { type: 'boolean' }, override_update_url: { type: 'boolean' } },
  installation_mode: { enum: ['blocked', 'allowed', 'force_installed', 'normal_installed', 'removed'] },
  minimum_version_required: { type: 'string', pattern: '^[0-9]+([.][0-9]+)*$' },
  update_url: { type: 'string', pattern: '^https?://' },
};
const OWN = {
  chrome: { toolbar_pin: { enum: ['force_pinned', 'default_unpinned'] } },
  edge: {
    toolbar_state: { enum: ['force_shown', 'default_hidden', 'default_shown'] },
    sidebar_auto_open_blocked: { type: 'boolean' },
  },
} satisfies Record<ChromiumBrowser, object>;

/**
 * What the vendors publish of a policy that installs an extension by its id and hands it settings, as of November 2026.
 * @see https://github.com/chromium/chromium/blob/0e4923935ca2da3bd9fb0435354ed0f8e16d4013/components/policy/resources/templates/policy_definitions/Extensions/ExtensionSettings.yaml
 * @see https://learn.microsoft.com/deployedge/microsoft-edge-manage-extensions-ref-guide
 */
export const vendorSchema = (browser: ChromiumBrowser): object => ({
  type: 'object',
  properties: {
    ExtensionSettings: {
      type: 'object',
      patternProperties: {
        '^[a-p]{32}$': {
          type: 'object',
          properties: { ...BOTH, ...OWN[browser] },
          required: ['installation_mode', 'update_url'],
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
    '3rdparty': {
      type: 'object',
      properties: {
        extensions: {
          type: 'object',
          patternProperties: { '^[a-p]{32}$': { type: 'object' } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
});
