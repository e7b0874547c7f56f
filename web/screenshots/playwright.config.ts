import { defineConfig } from '@playwright/test';
import tests from '../playwright.config';

/** `make screenshots`: pictures of every screen into docs/screenshots. */
export default defineConfig({ ...tests, testDir: '.', workers: 1, fullyParallel: false, timeout: 300_000 });
