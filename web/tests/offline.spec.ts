// A house that cannot be reached: what is kept of the page says so.
import { expect, openHouse, test } from './house';

test('without the house there is a notice, and the way back; later the page itself', async ({ browser }) => {
  test.skip(process.env.PAGE_URL !== undefined, 'a page that is being developed keeps nothing');
  let house = await openHouse();
  const visitor = await browser.newContext({ baseURL: house.url, locale: 'en-GB' });
  try {
    const page = await visitor.newPage();
    await page.goto('.');
    await page.evaluate(() => navigator.serviceWorker.ready);
    const port = Number(new URL(house.url).port);
    await house.close();
    // The first visit was before anything could be kept: half a page is worse than a notice.
    await page.goto('settings');
    await expect(page.getByText('There is no line to the house. Your tables are still there.')).toBeVisible();
    house = await openHouse(port);
    await page.getByRole('link', { name: /^Try again/ }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    // By now everything has come through the worker, and is kept.
    await page.goto('.');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await house.close();
    await page.goto('.');
    await expect(page.getByRole('heading', { level: 1, name: /Sit down/ })).toBeVisible();
  } finally {
    await visitor.close();
    await house.close();
  }
});
