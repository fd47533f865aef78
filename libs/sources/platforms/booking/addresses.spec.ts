import { describeAddressForms } from '../../conformance/address-forms';
import { booking } from './index';

describeAddressForms(booking, {
  page: 'https://www.booking.com/hotel/gb/old-mill.html',
  forms: [
    'booking.com/hotel/gb/old-mill.html',
    'www.booking.com/hotel/gb/old-mill.de.html',
    'https://www.booking.com/hotel/gb/old-mill.en-gb.html?aid=304142&label=gen173nr&checkin=2026-05-01',
    'https://www.booking.com/hotel/gb/old-mill.zh-cn.html#tab-reviews',
    'https://www.booking.com/hotel/GB/Old-Mill.html',
    'https://www.booking.com/hotel/gb/old-mill.html?aid=1;sid=2;dest_id=-1',
    'https://secure.booking.com/hotel/gb/old-mill.html',
    'https://m.booking.com/hotel/gb/old-mill.html',
    'http://www.booking.com/hotel/gb/old-mill.html,',
    '(https://www.booking.com/hotel/gb/old-mill.html)',
    'https://www.booking.com/reviews/gb/hotel/old-mill.html',
    'https://www.booking.com/reviews/gb/hotel/old-mill.en-gb.html?page=2',
    'https://www.booking.com/reviewlist.html?pagename=old-mill&cc1=gb&type=total&rows=10',
    'https://www.booking.com/reviewlist.en-us.html?cc1=gb;dist=1;pagename=old-mill;type=total;offset=0;rows=20',
    'http://www.booking.com/reviewlist.html?tmpl=reviewlistpopup;pagename=old-mill;hrwt=1;cc1=gb;aid=1',
  ],
  short: {
    'https://www.booking.com/Share-ALqQ48w': 'https://www.booking.com/Share-ALqQ48w',
    'booking.com/Share-wj0Pvt': 'https://www.booking.com/Share-wj0Pvt',
  },
  refused: [
    'https://www.booking.com/',
    'https://www.booking.com/hotel/gb.html',
    'https://www.booking.com/city/gb/bath.html',
    'https://www.booking.com/searchresults.html?ss=Bath',
    'https://www.booking.com/reviews/gb/city/bath.html',
    'https://www.booking.com/reviewlist.html?pagename=old-mill',
    'https://www.booking.com/reviewlist.html?cc1=gb&pagename=..%2Fcity',
    'https://admin.booking.com/hotel/gb/old-mill.html',
    'https://www.booking.com/Share-',
  ],
});
