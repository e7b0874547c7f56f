// Takes a picture of what a page shows: on a desk and on a phone, in light and dark.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { settled } from '../tests/look';

/** What the documents show lies here, and is taken anew. */
const shown = join(import.meta.dirname, '../../docs/screenshots');
/** All other pictures are for whoever changes the page: nobody keeps them. */
const others = join(import.meta.dirname, '../../target/screenshots');
/** Another folder gets pictures without loss, to be looked at closely. */
const close = process.env.SHOTS;
const devices = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const schemes = ['light', 'dark'] as const;

export async function shoot(page: Page, name: string, fullPage = false): Promise<void> {
  mkdirSync(close ?? others, { recursive: true });
  for (const [device, viewport] of Object.entries(devices)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForLoadState('networkidle');
      await settled(page);
      const file = `${name}-${device}${colorScheme === 'dark' ? '-dark' : ''}`;
      const folder = existsSync(join(shown, `${file}.jpg`)) ? shown : others;
      await page.screenshot(close ? { path: join(close, `${file}.png`), fullPage } : { path: join(folder, `${file}.jpg`), type: 'jpeg', quality: 80, fullPage });
    }
  }
  await page.setViewportSize(devices.desktop);
}
