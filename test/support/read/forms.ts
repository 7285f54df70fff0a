/** What a browser would send back of the first form's hidden and preset fields. */
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
