import { exposition } from './exposition';

describe('the text format of Prometheus', () => {
  it('writes help, type and samples, and leaves out gauges without samples', () => {
    const text = exposition([
      { name: 'hrev_a', help: 'First.', samples: [{ labels: { source: 'x', field: 'text' }, value: 0.5 }] },
      { name: 'hrev_b', help: 'Second.', samples: [] },
      { name: 'hrev_c', help: 'Third.', samples: [{ labels: {}, value: 3 }] },
    ]);
    expect(text).toBe(
      [
        '# HELP hrev_a First.',
        '# TYPE hrev_a gauge',
        'hrev_a{source="x",field="text"} 0.5',
        '# HELP hrev_c Third.',
        '# TYPE hrev_c gauge',
        'hrev_c 3',
        '',
      ].join('\n'),
    );
  });

  it('escapes quotes, backslashes and line feeds in labels', () => {
    const [, , line] = exposition([{ name: 'm', help: 'h', samples: [{ labels: { a: 'x"y\\z\n' }, value: 1 }] }]).split(
      '\n',
    );
    expect(line).toBe('m{a="x\\"y\\\\z\\n"} 1');
  });
});
