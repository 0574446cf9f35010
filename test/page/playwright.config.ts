import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Only the tests of this folder, without the extension build that the others need: some seconds. */
const { projects: _, globalSetup: __, ...shared } = base;
export default defineConfig({ ...shared, testDir: '.', outputDir: '../../test-results' });
