import { describeAddressForms } from '../../conformance/address-forms';
import { yelp } from './index';

describeAddressForms(yelp, {
  page: 'https://www.yelp.com/biz/old-mill-berlin',
  forms: [
    'yelp.com/biz/old-mill-berlin',
    'www.yelp.com/biz/old-mill-berlin',
    'https://m.yelp.com/biz/old-mill-berlin?osq=coffee&sort_by=date_desc',
    'https://www.yelp.de/biz/old-mill-berlin?hrid=hp8hAJ-AnlpqxCCu7kyCWA',
    'https://en.yelp.be/biz/old-mill-berlin',
    'https://www.yelp.co.uk/biz/Old-Mill-Berlin/',
    'https://www.yelp.com/biz/old-mill-berlin?adjust_creative=x&utm_campaign=yelp_api_v3&utm_source=x#reviews',
    'https://www.yelp.com/biz/old-mill-berlin),',
    'https://www.yelp.com/biz_photos/old-mill-berlin?select=x',
    'https://www.yelp.com/writeareview/biz/old-mill-berlin?return_url=%2Fbiz%2Fold-mill-berlin',
    'https://www.yelp.com/menu/old-mill-berlin',
    'https://www.yelp.com/map/old-mill-berlin',
  ],
  others: {
    'https://www.yelp.com/writeareview/biz/HgbmSUfm2jFgBkkU_ToULw': 'https://www.yelp.com/biz/HgbmSUfm2jFgBkkU_ToULw',
    'https://www.yelp.com/biz/caf%C3%A9-old-mill': 'https://www.yelp.com/biz/caf%C3%A9-old-mill',
    'https://www.yelp.com/biz/cafe%CC%81-old-mill': 'https://www.yelp.com/biz/caf%C3%A9-old-mill',
  },
  short: {
    'https://yelp.to/FRxDc8wNSz': 'https://yelp.to/FRxDc8wNSz',
    'yelp.to/OGPIqL3Bcub': 'https://yelp.to/OGPIqL3Bcub',
    'https://yelp.to/qTKq/qOh9NWqrt5': 'https://yelp.to/qTKq/qOh9NWqrt5',
  },
  refused: [
    'https://www.yelp.com/',
    'https://www.yelp.com/search?find_desc=mill&find_loc=Berlin',
    'https://www.yelp.com/user_details?userid=HgbmSUfm2jFgBkkU_ToULw',
    'https://www.yelp.com/biz/',
    'https://www.yelp.com/biz/old-mill-berlin/review_feed?rl=en',
    'https://www.yelp.com/not_recommended_reviews/old-mill-berlin',
    'https://www.yelp.com/events/berlin-mill',
    'https://biz.yelp.com/biz/old-mill-berlin',
    'https://yelp.to/',
    'https://api.yelp.com/v3/businesses/old-mill-berlin',
  ],
});
