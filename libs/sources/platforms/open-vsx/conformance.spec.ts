import { describeConformance } from '../../conformance';
import { openVsxSandbox } from '../../sandbox/open-vsx';
import { openVsx } from './index';
import { reviewsList } from './parsers';

describeConformance(openVsx, openVsxSandbox, {
  key: 'lantern.outline',
  canonicalUrl: 'https://open-vsx.org/extension/lantern/outline',
  otherUrls: [
    'https://open-vsx.org/extension/lantern/outline/',
    'https://open-vsx.org/extension/Lantern/Outline/reviews',
    'https://open-vsx.org/extension/lantern/outline/linux-x64/1.4.0?x=1',
    'https://www.open-vsx.org/extension/lantern/outline/changes#top',
  ],
  invalidUrls: [
    'https://open-vsx.org/',
    'https://open-vsx.org/extension/lantern',
    'https://open-vsx.org/extension/lantern/',
    'https://open-vsx.org/namespace/lantern',
    'https://open-vsx.org/api/lantern/outline',
    'https://open-vsx.org/extension/lan%20tern/outline',
  ],
  fixtures: [{ parser: reviewsList, file: 'reviews.json', facts: { namespace: 'lantern', name: 'outline' } }],
  pageSize: 25,
  isOneResponse: true,
});
