import { defineConfig } from '@playwright/test';
import base from '../../../../playwright.config.ts';

/** For pages that fight the curtain: a minute of the ten that the tests may take, so that they have a command of their own. */
const { projects: _, globalSetup: __, ...shared } = base;
export default defineConfig({ ...shared, testDir: '.', outputDir: '../../../test-results' });
