// How tests look at a page: when it is at rest, whether it fits, and what axe-core finds.
import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';

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

/** What axe-core finds wrong, a line for each: colours are judged when nothing moves, and where somebody plays meanwhile something may begin to, so it looks again. */
export async function faults(page: Page): Promise<string[]> {
  let found: string[] = [];
  for (let looks = 0; looks < 3; looks += 1) {
    await settled(page);
    // Nothing here is in frames of other origins: all can be judged in the page itself, which is quicker.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
    found = violations.map(({ id, help, nodes }) => `${id} (${help}): ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    if (found.length === 0) break;
  }
  return found;
}

/** The texts there that are cut, in their length or, where they end in dots, in their height. */
export const cut = (texts: Locator): Promise<string[]> =>
  texts.evaluateAll((all) => all.filter((text) => text.scrollWidth > text.clientWidth || (getComputedStyle(text).textOverflow === 'ellipsis' && text.scrollHeight > text.clientHeight)).map((text) => text.textContent ?? ''));

/** The texts of a page that are smaller than 11 pixels, as they are seen. */
export const small = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const within = text.parentElement as HTMLElement & { currentCSSZoom: number };
      if (!text.textContent?.trim() || within.closest('.vh, script, style') || !within.checkVisibility()) continue;
      const size = Number.parseFloat(getComputedStyle(within).fontSize) * within.currentCSSZoom;
      if (size < 11) found.push(`${text.textContent.trim()}: ${size.toFixed(1)}`);
    }
    return found;
  });

/** The things that lie, if only in part, under something else. */
export async function under(things: Locator, over: Locator): Promise<string[]> {
  const slip = await over.boundingBox();
  if (!slip) return ['nothing is there that they could lie under'];
  return things.evaluateAll(
    (all, { x, y, width, height }) =>
      all.flatMap((thing) => {
        const { left, top, right, bottom } = thing.getBoundingClientRect();
        const apart = right <= x + 1 || left >= x + width - 1 || bottom <= y + 1 || top >= y + height - 1;
        return apart ? [] : [thing.getAttribute('aria-label') ?? thing.textContent ?? ''];
      }),
    slip,
  );
}
