import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { WxtVitest } from 'wxt/testing/vitest-plugin';

const brand = JSON.parse(readFileSync(new URL('./src/organization/wary.json', import.meta.url), 'utf8'));

export default defineConfig({
  plugins: [WxtVitest()],
  define: { __BRAND__: JSON.stringify(brand), __PACKAGE_LIST__: 'null' },
  test: { include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'test/unit/**/*.test.ts'], environment: 'node' },
});
