import { describeAddressForms } from '../../conformance/address-forms';
import { facebook } from './index';

const NUMBERED = 'https://www.facebook.com/100064000000001';

describeAddressForms(facebook, {
  page: 'https://www.facebook.com/windmill',
  forms: [
    'facebook.com/windmill',
    'www.facebook.com/Wind.Mill/',
    'fb.com/windmill',
    'https://m.facebook.com/windmill?locale=de_DE',
    'https://mbasic.facebook.com/windmill',
    'https://de-de.facebook.com/windmill/',
    'https://www.facebook.com/windmill/reviews/?ref=page_internal',
    'https://www.facebook.com/pg/windmill/reviews/',
    'https://www.facebook.com/windmill/about_profile_transparency',
    'https://www.facebook.com/windmill/photos_by',
    'https://www.facebook.com/windmill/reels_tab/',
    'https://www.facebook.com/windmill/mentions',
    'https://www.facebook.com/windmill?sk=reviews&mibextid=ZbWKwL',
    'https://www.facebook.com/windmill.',
    'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Fwindmill%2Freviews',
    'https://www.facebook.com/plugins/page.php?href=https%3A%2F%2Fwww.facebook.com%2Fwindmill&tabs=timeline',
  ],
  others: {
    'https://www.facebook.com/profile.php?id=100064000000001&sk=reviews': NUMBERED,
    'https://www.facebook.com/people/Wind-Mill/100064000000001/?mibextid=x': NUMBERED,
    'https://www.facebook.com/p/Wind-Mill-100064000000001/': NUMBERED,
    'https://www.facebook.com/pages/Wind-Mill/100064000000001': NUMBERED,
    'https://www.facebook.com/pages/category/Cafe/Wind-Mill-100064000000001/reviews': NUMBERED,
  },
  short: {
    'https://www.facebook.com/share/1YxwPSZJfw/?mibextid=wwXIfr': 'https://www.facebook.com/share/1YxwPSZJfw/',
    'facebook.com/share/NSNjyFqyXp9DA8uY': 'https://www.facebook.com/share/NSNjyFqyXp9DA8uY/',
    'https://fb.com/share/1YxwPSZJfw': 'https://www.facebook.com/share/1YxwPSZJfw/',
    'https://fb.me/abc123Def': 'https://fb.me/abc123Def',
  },
  refused: [
    'https://www.facebook.com/',
    'https://www.facebook.com/share/p/1YxwPSZJfw/',
    'https://www.facebook.com/share/v/1YxwPSZJfw/',
    'https://www.facebook.com/share/g/1YxwPSZJfw/',
    'https://www.facebook.com/groups/windmill/',
    'https://www.facebook.com/events/100064000000001',
    'https://www.facebook.com/windmill/posts/pfbid02abc',
    'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fwww.facebook.com%2Fwindmill',
    'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com',
    'https://www.facebook.com/login/?next=https%3A%2F%2Fexample.com%2Fwindmill',
  ],
});
