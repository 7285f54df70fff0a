/** The hidden and preset fields of the first form, as a browser would send them. */
export function formFields(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.matchAll(/<input [^>]*>/g)) {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&amp;', '&');
    const name = attribute('name');
    const sent = name !== undefined && !(name in fields) && (!tag.includes('type="radio"') || tag.includes(' checked'));
    if (sent) fields[name] = attribute('value') ?? '';
  }
  return fields;
}
