import { describeAddressForms } from '../../conformance/address-forms';
import { appStore } from './index';

describeAddressForms(appStore, {
  page: 'https://apps.apple.com/gb/app/id324684580',
  forms: [
    'apps.apple.com/gb/app/some-name/id324684580',
    'https://apps.apple.com/gb/app/some-name/id324684580?platform=iphone',
    'https://apps.apple.com/gb/app/some-name/id324684580?see-all=reviews&platform=ipad',
    'https://apps.apple.com/gb/app/some-name/id324684580?action=write-review',
    'https://apps.apple.com/gb/app/some-name/id324684580?itsct=apps_box_link&itscg=30200&mt=8',
    'https://apps.apple.com/gb/app/%E3%81%AA%E3%81%BE%E3%81%88/id324684580',
    'https://apps.apple.com/GB/app/some-name/id324684580',
    'https://apps.apple.com/uk/app/some-name/id324684580',
    'https://apps.apple.com/gb/app/some-name/id324684580/',
    'https://apps.apple.com/gb/app/some-name/id324684580,',
    '<https://apps.apple.com/gb/app/some-name/id324684580>',
    'https://itunes.apple.com/gb/app/some-name/id324684580?mt=8&uo=4',
    'https://geo.itunes.apple.com/gb/app/some-name/id324684580?mt=8',
    'https://itunes.apple.com/gb/customer-reviews/id324684580?displayable-kind=11',
    'https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=324684580&mt=8&cc=gb',
    'https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewContentsUserReviews?id=324684580&type=Purple+Software&cc=gb',
  ],
  others: {
    'https://apps.apple.com/app/id324684580': 'https://apps.apple.com/us/app/id324684580',
    'https://itunes.apple.com/app/apple-store/id324684580?pt=1&ct=x': 'https://apps.apple.com/us/app/id324684580',
    'https://itunes.apple.com/WebObjects/MZStore.woa/wa/viewSoftware?id=324684580':
      'https://apps.apple.com/us/app/id324684580',
  },
  short: {
    'https://appsto.re/gb/8hNN9.i': 'https://appsto.re/gb/8hNN9.i',
    'appsto.re/us/rd7q-.i': 'https://appsto.re/us/rd7q-.i',
  },
  refused: [
    'https://apps.apple.com/gb/charts/iphone',
    'https://apps.apple.com/gb/developer/some-studio/id324684581',
    'https://apps.apple.com/gb/app-bundle/some-bundle/id324684580',
    'https://apps.apple.com/gb/story/id1488834498',
    'https://apps.apple.com/gb/app/some-name',
    'https://itunes.apple.com/lookup?id=324684580&country=gb',
    'https://itunes.apple.com/gb/rss/customerreviews/id=324684580/json',
    'https://itunes.apple.com/gb/album/some-album/id324684580',
  ],
});
