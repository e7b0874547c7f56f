import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

/** `make screenshots`: pictures of every screen into docs/screenshots. */
export default defineConfig({ ...tests, testDir: '.', outputDir: 'test-results', retries: 0, timeout: 240_000 });
