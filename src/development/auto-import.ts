import type { PluginOption } from 'vite';

/**
 * The plugins of a build but the one that imports by name. The framework adds it even where `imports` is false, and then a
 * parameter called `storage` brings a whole storage library into the background, 17 kB that every cold start reads.
 */
export const withoutAutoImports = (plugins: readonly PluginOption[] | undefined): PluginOption[] =>
  (plugins ?? []).filter((plugin) => !(plugin && 'name' in plugin && plugin.name === 'unimport'));
