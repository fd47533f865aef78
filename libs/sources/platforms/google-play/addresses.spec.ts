import { describeAddressForms } from '../../conformance/address-forms';
import { googlePlay } from './index';

describeAddressForms(googlePlay, {
  page: 'https://play.google.com/store/apps/details?id=org.example.game_2',
  forms: [
    'play.google.com/store/apps/details?id=org.example.game_2',
    'http://play.google.com/store/apps/details?id=org.example.game_2',
    'https://play.google.com/store/apps/details?hl=pt_BR&gl=BR&id=org.example.game_2',
    'https://play.google.com/store/apps/details?hl=de&amp;id=org.example.game_2',
    'https://play.google.com/store/apps/details?id=org.example.game_2&pcampaignid=web_share',
    'https://play.google.com/store/apps/details?id=org.example.game_2&referrer=utm_source%3Dsite',
    'https://play.google.com/store/apps/details?id=org.example.game_2&reviewId=gp%3AAOqpTOE',
    'https://play.google.com/store/apps/details?id=org.example.game_2&showAllReviews=true',
    'https://play.google.com/store/apps/details/Some_Game?id=org.example.game_2',
    'https://play.google.com/store/apps/details/?id=org.example.game_2',
    'https://play.google.com/store/apps/details?id=org.example.game_2).',
    '"https://play.google.com/store/apps/details?id=org.example.game_2"',
    'https://play.google.com/store/apps/datasafety?id=org.example.game_2',
    'https://market.android.com/details?id=org.example.game_2',
    'https://play.app.goo.gl/?link=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps%2Fdetails%3Fid%3Dorg.example.game_2&ddl=1',
  ],
  others: {
    'https://play.google.com/store/apps/details?id=com.Example.App':
      'https://play.google.com/store/apps/details?id=com.Example.App',
  },
  refused: [
    'https://play.google.com/store/apps',
    'https://play.google.com/store/apps/details',
    'https://play.google.com/store/apps/details?id=org',
    'https://play.google.com/store/apps/dev?id=5700313618786177705',
    'https://play.google.com/store/apps/collection/topselling_free',
    'https://play.google.com/store/books/details?id=org.example.game_2',
    'https://play.google.com/store/search?q=org.example.game_2&c=apps',
    'https://play.app.goo.gl/?link=https%3A%2F%2Fplay.google.com%2Fstore%2Fapps',
  ],
});
