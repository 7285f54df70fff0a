import {
  parseTraceparent,
  readTraceparent,
  storedTrace,
  traceIdOfRequest,
} from '../../../src/platform/traces/trace-context.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

test.each([
  [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`],
  [` 00-${TRACE}-${SPAN}-00 `, `00-${TRACE}-${SPAN}-00`],
  // Other flags are not ours to pass on, and a later version may have more parts.
  [`00-${TRACE}-${SPAN}-03`, `00-${TRACE}-${SPAN}-01`],
  [`cc-${TRACE}-${SPAN}-01-more`, `00-${TRACE}-${SPAN}-01`],
  [`00-${TRACE}-${SPAN}-01-more`, null],
  [`ff-${TRACE}-${SPAN}-01`, null],
  [`00-${'0'.repeat(32)}-${SPAN}-01`, null],
  [`00-${TRACE}-${'0'.repeat(16)}-01`, null],
  [`00-${TRACE.toUpperCase()}-${SPAN}-01`, null],
  ['', null],
  [undefined, null],
])('the traceparent %p is read as %p', (header, expected) => {
  expect(readTraceparent(header)).toBe(expected);
});

test("a request's rows belong to its own trace, or to the trace that it brought", () => {
  const requestId = 'req_AAABmwAAAAAAAAAAAAAA';
  const traceparent = `00-${TRACE}-${SPAN}-00`;
  expect(storedTrace({ requestId, traceparent })).toEqual({ requestId, traceparent });
  expect(storedTrace({ requestId: null, traceparent: null })).toBeUndefined();
  const own = storedTrace({ requestId, traceparent: null });
  expect(readTraceparent(own?.traceparent)).toBe(own?.traceparent);
  expect(parseTraceparent(own?.traceparent ?? '').traceId).toBe(traceIdOfRequest(requestId));
});
