// Whoever comes to a page by a link is where it begins: a browser that loads nothing anew would leave the focus on what has gone.

/** Waits until another page than the one before is there, and puts the focus at its heading, unless the page has put it elsewhere. */
export function arrive(before: Element | null = document.querySelector('main')): Promise<void> {
  return new Promise((there) => {
    const look = () => {
      const main = document.querySelector('main');
      if (!main || main === before) return;
      watcher.disconnect();
      if (document.activeElement === document.body || document.activeElement === null) focus(main.querySelector('h1') ?? main);
      there();
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, { childList: true, subtree: true });
    look();
  });
}

function focus(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
