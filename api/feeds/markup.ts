import { escapeXml } from '../../src/core/xml.js';

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
