import { readTraceparent, writeTraceparent } from './traceparent';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('traceparent (W3C Trace Context)', () => {
  it.each([
    ['sampled', `00-${TRACE}-${SPAN}-01`, 1],
    ['not sampled', `00-${TRACE}-${SPAN}-00`, 0],
    ['with other flags', `00-${TRACE}-${SPAN}-fe`, 0],
    ['with all flags', `00-${TRACE}-${SPAN}-ff`, 1],
    ['of a later version', `cc-${TRACE}-${SPAN}-01`, 1],
    ['of a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-the-future-holds`, 1],
  ])('%s is read', (_, value, traceFlags) => {
    expect(readTraceparent(value)).toEqual({ traceId: TRACE, spanId: SPAN, traceFlags, isRemote: true });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['several values', [`00-${TRACE}-${SPAN}-01`]],
    ['two values in one header', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
    ['more fields than version 00 has', `00-${TRACE}-${SPAN}-01-more`],
    ['a separator at the end', `00-${TRACE}-${SPAN}-01-`],
    ['a later version with other text', `cc-${TRACE}-${SPAN}-01.more`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['a short trace id', `00-${TRACE.slice(1)}-${SPAN}-01`],
    ['a short span id', `00-${TRACE}-${SPAN.slice(1)}-01`],
    ['no flags', `00-${TRACE}-${SPAN}`],
    ['one digit of flags', `00-${TRACE}-${SPAN}-1`],
    ['a letter that is no digit', `00-${TRACE}-${SPAN}-0x`],
    ['blanks around it', ` 00-${TRACE}-${SPAN}-01 `],
    ['a line after it', `00-${TRACE}-${SPAN}-01\n`],
    ['a long text', `cc-${TRACE}-${SPAN}-01-${'x'.repeat(4_000)}`],
  ])('%s is ignored', (_, value) => expect(readTraceparent(value)).toBeNull());

  it.each([
    [1, '01'],
    [0, '00'],
    [3, '01'],
  ])('is written with the flag sampled alone (%i)', (traceFlags, flags) => {
    const written = writeTraceparent({ traceId: TRACE, spanId: SPAN, traceFlags });
    expect(written).toBe(`00-${TRACE}-${SPAN}-${flags}`);
    expect(written).toHaveLength(55);
  });

  it.each([undefined, { traceId: '0'.repeat(32), spanId: '0'.repeat(16), traceFlags: 0 }])(
    'is not written for a span without ids',
    (span) => expect(writeTraceparent(span)).toBeNull(),
  );
});
