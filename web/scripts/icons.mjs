// Draws the icons of the installed page from the seal: node scripts/icons.mjs
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';

const folder = join(import.meta.dirname, '../public');
const seal = readFileSync(join(folder, 'favicon.svg'), 'utf8');
const icons = [
  { name: 'icon-192.png', size: 192, part: 1, ground: 'transparent' },
  { name: 'icon-512.png', size: 512, part: 1, ground: 'transparent' },
  // Whatever shape it is cut to, the middle four fifths stay.
  { name: 'icon-maskable-512.png', size: 512, part: 0.72, ground: '#B92A22' },
];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
for (const { name, size, part, ground } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}"><div style="width:${part * 100}vmin;line-height:0">${seal}</div></body>`);
  await page.screenshot({ path: join(folder, name), omitBackground: true });
  await page.close();
}
await browser.close();
