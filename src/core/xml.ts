/** Characters that XML 1.0 cannot hold, written or escaped. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are the ones to drop
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/gu;
const SPECIAL = /[&<>"'\r]/g;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  // A parser would turn a bare CR into LF.
  '\r': '&#13;',
};

/** Text as XML content or attribute value; characters that XML cannot hold are dropped. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(SPECIAL, (character) => ENTITIES[character] ?? character);
}

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** `<name attributes>content</name>`; `content` is markup already, attributes are escaped here. */
export function element(name: string, content: string, attributes: Record<string, string> = {}): string {
  let tag = name;
  for (const [key, value] of Object.entries(attributes)) tag += ` ${key}="${escapeXml(value)}"`;
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}

/** `<name>text</name>`, or nothing at all for null. */
export function textElement(name: string, text: string | null, attributes: Record<string, string> = {}): string {
  return text === null ? '' : element(name, escapeXml(text), attributes);
}
