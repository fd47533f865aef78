import { describeAddressForms } from '../../conformance/address-forms';
import { wordpressOrg } from './index';

describeAddressForms(wordpressOrg, {
  page: 'https://wordpress.org/support/plugin/example-forms/reviews/',
  forms: [
    'wordpress.org/plugins/example-forms',
    'http://wordpress.org/plugins/example-forms/',
    'https://wordpress.org/plugins/example-forms/#reviews',
    'https://wordpress.org/plugins/example-forms/?utm_source=x',
    'https://wordpress.org/plugins/example-forms/advanced/',
    'https://wordpress.org/plugins/Example-Forms/',
    'https://wordpress.org/plugins/example-forms/.',
    'https://de.wordpress.org/plugins/example-forms/',
    'https://pt-br.wordpress.org/plugins/example-forms/',
    'https://www.wordpress.org/plugins/example-forms/',
    'https://wordpress.org/extend/plugins/example-forms/',
    'https://wordpress.org/support/plugin/example-forms/',
    'https://wordpress.org/support/plugin/example-forms/reviews/?filter=5',
    'https://wordpress.org/support/plugin/example-forms/reviews/page/2/',
    'https://wordpress.org/support/plugin/example-forms/reviews/feed/',
    'https://wordpress.org/support/plugin/example-forms/reviews/#new-post',
    'https://wordpress.org/support/view/plugin-reviews/example-forms',
    'https://de.wordpress.org/support/plugin/example-forms/reviews/',
  ],
  others: {
    'https://wordpress.org/themes/example-theme/': 'https://wordpress.org/support/theme/example-theme/reviews/',
    'https://wordpress.org/extend/themes/example-theme': 'https://wordpress.org/support/theme/example-theme/reviews/',
  },
  refused: [
    'https://wordpress.org/',
    'https://wordpress.org/plugins/',
    'https://wordpress.org/plugins/browse/popular/',
    'https://wordpress.org/plugins/search/forms/',
    'https://wordpress.org/support/topic/great-plugin-123/',
    'https://wordpress.org/support/users/someone/',
    'https://api.wordpress.org/plugins/info/1.2/?slug=example-forms',
    'https://make.wordpress.org/plugins/',
  ],
});
