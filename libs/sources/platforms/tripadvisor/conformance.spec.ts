import { describeConformance } from '../../conformance';
import { describeConnectingConformance } from '../../conformance/connecting';
import { tripadvisorSandbox } from '../../sandbox/tripadvisor';
import { tripadvisor } from './index';
import { reviewPage } from './parsers';

const key = '233385';
const canonicalUrl = 'https://www.tripadvisor.com/Attraction_Review-g1-d233385-Reviews-x-y.html';
const credentials = { api_key: 'terra-4f6d1c' };

describeConformance(tripadvisor, tripadvisorSandbox, {
  key,
  canonicalUrl,
  otherUrls: [
    'https://www.tripadvisor.com/Hotel_Review-g187323-d233385-Reviews-Old_Mill-Berlin.html',
    'https://www.tripadvisor.de/Restaurant_Review-g187323-d233385-Reviews-or10-Old_Mill.html?m=66827#REVIEWS',
    'https://fr.tripadvisor.ch/Attraction_Review-g187323-d233385-Reviews-Old_Mill.html',
    'https://www.tripadvisor.co.uk/ShowUserReviews-g187323-d233385-r985123456-Old_Mill-Berlin.html',
    'https://en.tripadvisor.com.hk/VacationRental_Review-g187323-d233385-Reviews-Old_Mill.html',
    'https://m.tripadvisor.it/AttractionProductReview-g187323-d233385-Tour.html',
    'https://www.tripadvisor.com/Airline_Review-d233385-Reviews-Old_Mill',
  ],
  invalidUrls: [
    'https://www.tripadvisor.com/',
    'https://www.tripadvisor.com/Hotels-g187323-Berlin-Hotels.html',
    'https://www.tripadvisor.com/Hotel_Review-g187323-Old_Mill.html',
    'https://www.tripadvisor.com/Hotel_Review-g187323-d0-Reviews-Old_Mill.html',
    'https://www.tripadvisor.com/Hotel_Review-g187323-d9999999999-Reviews-Old_Mill.html',
    'https://www.tripadvisor.com/Profile/d233385',
    'https://terra.tripadvisor.com/api/locations/233385/reviews',
  ],
  fixtures: [{ parser: reviewPage, file: 'reviews.json', facts: { status: 200 } }],
  pageSize: 20,
  connection: { card: key, credentials },
});

describeConnectingConformance(tripadvisor, tripadvisorSandbox, {
  key,
  canonicalUrl,
  card: key,
  foreignUrl: 'https://www.tripadvisor.com/Attraction_Review-g1-d7-Reviews-x-y.html',
  credentials,
  wrongCredentials: { api_key: 'wrong-terra-key' },
});
