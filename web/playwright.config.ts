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
  // A browser on a busy machine may be late once; what fails twice is wrong. The report names what needed it.
  retries: 1,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    // To record everything takes time: only what is tried again is recorded.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--mute-audio'],
    },
  },
});
