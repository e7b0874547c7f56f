import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

/** `make screenshots`: pictures of every screen, those that documents show into docs/screenshots, all others into target/screenshots. */
export default defineConfig({ ...tests, testDir: '.', outputDir: 'test-results', retries: 0, timeout: 240_000 });
