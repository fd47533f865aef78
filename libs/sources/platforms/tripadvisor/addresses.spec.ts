import { describeAddressForms } from '../../conformance/address-forms';
import { tripadvisor } from './index';

describeAddressForms(tripadvisor, {
  page: 'https://www.tripadvisor.com/Attraction_Review-g1-d233385-Reviews-x-y.html',
  forms: [
    'tripadvisor.com/Hotel_Review-g187323-d233385-Reviews-Old_Mill-Berlin.html',
    'www.tripadvisor.de/Hotel_Review-g187323-d233385-Reviews-or10-Old_Mill-Berlin.html#REVIEWS',
    'https://www.tripadvisor.com/Hotel_Review-g187323-d233385-Reviews-Old_Mill-Berlin.html?m=19905',
    'https://www.tripadvisor.co.uk/Restaurant_Review-g187323-d233385-Reviews-Old_Mill.html',
    'https://www.tripadvisor.com.au/Attraction_Review-g187323-d233385-Reviews-Old_Mill.html',
    'https://en.tripadvisor.com.hk/ShowUserReviews-g187323-d233385-r985123456-Old_Mill-Berlin.html',
    'https://fr.tripadvisor.be/AttractionProductReview-g187323-d233385-Old_Mill.html',
    'https://www.tripadvisor.cn/Hotel_Review-g187323-d233385-Reviews-Old_Mill.html',
    'https://www.tripadvisor.com/VacationRentalReview-g187323-d233385-Old_Mill.html',
    'https://m.tripadvisor.com/Hotel_Review-g187323-d233385-Reviews-Old_Mill.html',
    'https://www.tripadvisor.com/UserReview-g187323-d233385-Old_Mill.html',
    'https://www.tripadvisor.com/UserReviewEdit-g187323-d233385-Old_Mill.html',
    'https://www.tripadvisor.com/Hotel_Feature-g187323-d233385-zft1-Old_Mill.html',
    'https://www.tripadvisor.com/Hotel_Review-d233385-Reviews-Old_Mill.html).',
    'https://www.tripadvisor.com/Restaurant_Review-g187323-d233385',
  ],
  refused: [
    'https://www.tripadvisor.com/',
    'https://www.tripadvisor.com/Hotels-g187323-Berlin-Hotels.html',
    'https://www.tripadvisor.com/Tourism-g187323-Berlin-Vacations.html',
    'https://www.tripadvisor.com/Profile/someone',
    'https://www.tripadvisor.com/LocationPhotoDirectLink-g187323-d233385-i54321-Old_Mill.html',
    'https://www.tripadvisor.com/ShowTopic-g187323-i135-k1234567-Mills.html',
    'https://www.tripadvisor.com/Hotel_Review-g187323-d9999999999-Reviews-Old_Mill.html',
    'https://www.tripadvisor.com/Search?q=d233385',
  ],
});
