import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** The tests of this folder alone, without the extension's build that the others need: some seconds. */
const { projects: _, globalSetup: __, ...shared } = base;
export default defineConfig({ ...shared, testDir: '.', outputDir: '../../test-results' });
