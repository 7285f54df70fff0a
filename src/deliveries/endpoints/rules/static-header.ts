import type { FieldError } from '../../../core/problems.js';

/** A header that each attempt of an endpoint carries, for gateways that want a token. */
export interface StaticHeader {
  name: string;
  value: string;
}

/** A token of RFC 9110. */
const NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Visible ASCII, with spaces inside: other bytes reach receivers in several encodings. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,998}[\x21-\x7e])?$/;
/** Our own headers, and headers about the sending itself. */
const RESERVED =
  /^(?:service-.*|webhook-.*|proxy-.*|user-agent|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect)$/i;

/** @returns the faults of a header; empty: it can be saved. */
export function staticHeaderFaults({ name, value }: StaticHeader): FieldError[] {
  const faults: FieldError[] = [];
  if (!NAME.test(name)) {
    faults.push({ field: 'name', message: 'is no header name: use letters, digits and hyphens, at most 100' });
  } else if (RESERVED.test(name))
    faults.push({ field: 'name', message: 'is a header that we send ourselves: choose another' });
  if (!VALUE.test(value)) {
    const message = 'has a character that headers cannot carry, or is empty: use 1 to 1,000 printable ASCII characters';
    faults.push({ field: 'value', message });
  }
  return faults;
}
