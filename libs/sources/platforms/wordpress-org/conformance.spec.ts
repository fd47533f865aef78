import { describeConformance } from '../../conformance';
import { wordpressOrgSandbox } from '../../sandbox/wordpress-org';
import { wordpressOrg } from './index';
import { review, topicList } from './parsers';

describeConformance(wordpressOrg, wordpressOrgSandbox, {
  key: 'plugin/lantern-forms',
  canonicalUrl: 'https://wordpress.org/support/plugin/lantern-forms/reviews/',
  otherUrls: [
    'https://wordpress.org/plugins/lantern-forms',
    'https://wordpress.org/plugins/lantern-forms/#reviews',
    'https://de.wordpress.org/plugins/lantern-forms/',
    'https://pt-br.wordpress.org/plugins/lantern-forms/advanced/',
    'https://wordpress.org/support/plugin/lantern-forms/reviews/page/3/?filter=1',
    'https://wordpress.org/support/plugin/lantern-forms/',
    'https://wordpress.org/support/view/plugin-reviews/lantern-forms',
    'https://www.wordpress.org/plugins/Lantern-Forms/',
  ],
  invalidUrls: [
    'https://wordpress.org/',
    'https://wordpress.org/plugins/',
    'https://wordpress.org/plugins/browse/popular/',
    'https://wordpress.org/support/topic/great-plugin-1234/',
    'https://profiles.wordpress.org/lantern/',
    'https://api.wordpress.org/plugins/info/1.2/',
  ],
  fixtures: [
    { parser: topicList, file: 'list.html', facts: null },
    {
      parser: review,
      file: 'topic.html',
      facts: { id: '17000003', url: 'https://wordpress.org/support/topic/x/', title: 'T', author: 'A', stars: '5' },
    },
  ],
  // The page size of the sandbox; the forum shows 30 topics per page.
  pageSize: 4,
});
