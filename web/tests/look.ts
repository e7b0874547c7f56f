// How tests look at a page: when it is at rest, whether it fits, and what axe-core finds.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Every picture is there, and nothing moves any more, except what always does. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    const ends = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ends.map((animation) => animation.finished.catch(() => {})));
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
}

/** How many pixels of the page are beside the window. */
export const beside = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** What axe-core finds wrong, a line for each. */
export async function faults(page: Page): Promise<string[]> {
  // Colours are judged when nothing moves.
  await settled(page);
  // Nothing here is in frames of other origins: all can be judged in the page itself, which is quicker.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  return violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
