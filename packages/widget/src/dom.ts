type Child = Node | string | null;

/** An element with attributes and children; null leaves nothing, and a text is never markup. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string | null> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** Takes font and colours from the page around it. Constructed, so that a page's policy against inline styles does not touch it. */
export function createStyle(): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
:host { display: block; container-type: inline-size; font: inherit; color: inherit; --line: color-mix(in srgb, currentColor 20%, transparent); }
:host([hidden]) { display: none; }
* { box-sizing: border-box; }
[part=list] { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
[part=event] { display: flex; flex-direction: column; border: 1px solid var(--line); border-radius: 12px; overflow: hidden; overflow-wrap: anywhere; }
[part=image] { display: block; width: 100%; aspect-ratio: 16/9; object-fit: cover; background: linear-gradient(135deg, #1f5fd6, #6a2fb5); }
[part=facts] { flex: 1; padding: .75rem 1rem 0; }
[part=name] { margin: 0 0 .35rem; font-size: 1.05em; line-height: 1.3; }
[part=facts] p { margin: .15rem 0; font-size: .92em; }
[part=price] { font-weight: 600; }
[part=buy], [part=more], [part=again] { display: inline-block; padding: .55rem 1.1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; border: 1px solid transparent; border-radius: 8px; cursor: pointer; background: var(--partner-events-accent, #1f5fd6); color: var(--partner-events-on-accent, #fff); }
[part=buy], [part=unavailable] { margin: .75rem 1rem 1rem; }
[part=unavailable] { padding: .55rem 0; }
[part=more] { margin-top: 1rem; }
[part=filters] { display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: 1rem; }
[part=label] { display: grid; gap: .2rem; flex: 1 1 9rem; font-size: .92em; }
[part=filter] { width: 100%; min-height: 2.4rem; padding: .35rem .6rem; font: inherit; color: inherit; background: transparent; border: 1px solid var(--line); border-radius: 8px; }
[part=filter] option { color: CanvasText; background: Canvas; }
[part=status] { margin: .75rem 0; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
:focus-visible { outline: 3px solid var(--partner-events-accent, #1f5fd6); outline-offset: 2px; }
`);
  return sheet;
}
