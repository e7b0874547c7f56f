import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The browser is Debian's, without its windows where that is there: half the work. Elsewhere say where it is. */
const debian = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = process.env.CHROMIUM ?? debian.find((program) => existsSync(program));

export default defineConfig({
  testDir: 'tests',
  // A machine that builds and plays at the same time takes its time.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  fullyParallel: true,
  // Tests wait more than they work: three of them are enough for two cores.
  workers: 3,
  // A test that needs a second try is wrong, or the page is.
  retries: 0,
  reporter: [['list']],
  use: {
    // What is not there by then does not come: a test that waits on says nothing.
    actionTimeout: 30_000,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // To record everything takes time: `--trace retain-on-failure` does, for a test that fails.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio'],
    },
  },
});
