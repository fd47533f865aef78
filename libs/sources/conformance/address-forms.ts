/**
 * The forms in which people give the address of a page: copied from the browser, from the share dialog of an app, from a mail or from
 * a widget (contract §4.6, §7.2). They are detected among the pages of all platforms.
 */
import { builtInSources } from '../platforms';
import { SourceRegistry } from '../registry';
import type { PlatformSource } from '../source';

export interface AddressForms {
  /** The canonical address of one page. */
  readonly page: string;
  /** Other forms of this address. */
  readonly forms: readonly string[];
  /** Addresses of other pages, each with its canonical form. */
  readonly others?: Readonly<Record<string, string>>;
  /** Short addresses, each with its canonical form; the first collection resolves them. */
  readonly short?: Readonly<Record<string, string>>;
  /** Addresses on hosts of the platform that are not pages of an object. */
  readonly refused: readonly string[];
}

/** The forms that every platform must be tested with, and how many of them must be refused. */
const MIN_FORMS = 20;
const MIN_REFUSED = 5;

/** Declares the tests of a platform's addresses; call it at the top level of a spec file. */
export function describeAddressForms(source: PlatformSource, table: AddressForms): void {
  const registry = new SourceRegistry([...new Set([...builtInSources, source])]);
  const { slug } = source.facts;
  const others = Object.entries(table.others ?? {});
  const short = Object.entries(table.short ?? {});
  const forms = [
    ...[table.page, ...table.forms].map((form) => ({ form, kind: 'page', canonicalUrl: table.page })),
    ...others.flatMap(([form, page]) => [form, page].map((url) => ({ form: url, kind: 'page', canonicalUrl: page }))),
    ...short.flatMap(([form, link]) => [form, link].map((url) => ({ form: url, kind: 'short', canonicalUrl: link }))),
  ];

  describe(`forms of address of ${slug} (contract §4.6)`, () => {
    it.each(forms)('recognizes $form as the $kind $canonicalUrl', ({ form, kind, canonicalUrl }) => {
      expect(registry.detect(form)).toMatchObject({ source: { facts: { slug } }, match: { kind, canonicalUrl } });
    });

    it.each(table.refused)('refuses %s', (address) => {
      expect(registry.detect(address)).toMatchObject({ error: 'source_url_invalid', slug });
    });

    it(`has ${MIN_FORMS} forms or more, of which ${MIN_REFUSED} or more are refused`, () => {
      const all = [...table.forms, ...others.map(([form]) => form), ...short.map(([form]) => form), ...table.refused];
      expect(new Set(all).size).toBe(all.length);
      expect(all.length).toBeGreaterThanOrEqual(MIN_FORMS);
      expect(table.refused.length).toBeGreaterThanOrEqual(MIN_REFUSED);
    });
  });
}
