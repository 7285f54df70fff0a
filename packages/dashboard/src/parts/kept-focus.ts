const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)';

const targetsIn = (ancestor: Element): HTMLElement[] =>
  [...ancestor.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((target) => target.checkVisibility());

interface Place {
  element: HTMLElement;
  /** The ancestors inside the page, the nearest first, each with the element's place among all that can have the focus. */
  around: { ancestor: Element; index: number }[];
}

/** Where the focus was last; null: the member pressed elsewhere. */
let place: Place | null = null;

function placeOf(element: HTMLElement): Place {
  const around: Place['around'] = [];
  for (let { parentElement: ancestor } = element; ancestor && !ancestor.matches('main, body'); ) {
    around.push({ ancestor, index: targetsIn(ancestor).indexOf(element) });
    ancestor = ancestor.parentElement;
  }
  return { element, around };
}

function restore(): void {
  if (!place || document.activeElement !== document.body) return;
  const { element, around } = place;
  if (element.isConnected) {
    element.focus({ preventScroll: true });
    return;
  }
  for (const { ancestor, index } of around) {
    const all = ancestor.isConnected ? targetsIn(ancestor) : [];
    const next = all[Math.min(index, all.length - 1)];
    if (next) {
      next.focus({ preventScroll: true });
      return;
    }
  }
}

/** Browsers drop the focus of an element that is disabled or removed: a button while its change is sent, the last *Show more*. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) place = placeOf(target);
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest(FOCUSABLE)) place = null;
  });
  new MutationObserver(restore).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });
}

/** The element with the focus, or that lost it by being disabled. */
export const focused = (): Element | null =>
  document.activeElement === document.body ? (place?.element ?? null) : document.activeElement;
