import { describeAddressForms } from '../../conformance/address-forms';
import { google } from './index';

/** The feature id 0x47a851e373cd1d5f:0x1f4 has the number 500; the place id contains both. */
const PLACE_ID = Buffer.from('0a1209' + '5f1dcd73e351a847' + '11' + 'f401000000000000', 'hex').toString('base64url');

describeAddressForms(google, {
  page: 'https://www.google.com/maps?cid=500',
  forms: [
    'https://www.google.com/maps/place/Alte+M%C3%BChle/@52.5,13.4,17z/data=!3m1!4b1!4m6!3m5!1s0x47a851e373cd1d5f:0x1f4!8m2!3d52.5!4d13.4!16s%2Fg%2F1tdxk5?entry=ttu&g_ep=EgoyMDI2',
    'www.google.de/maps/place/Alte+Mühle/data=!4m2!3m1!1s0x0:0x1f4',
    'https://www.google.com/maps/place/Mill/data=%213m1%214b1%214m2%213m1%211s0x47a851e373cd1d5f%3A0x1f4',
    'https://maps.google.com/?cid=500',
    'maps.google.com/maps?cid=500&hl=de',
    'https://maps.google.co.uk/maps?cid=52500000,13400000,500&q=Mill',
    'https://www.google.com/maps?ftid=0x47a851e373cd1d5f:0x1f4',
    `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`,
    `https://www.google.com/maps/search/?api=1&query=Mill&query_place_id=${PLACE_ID}`,
    `https://search.google.com/local/writereview?placeid=${PLACE_ID}`,
    `https://search.google.com/local/reviews?placeid=${PLACE_ID}&hl=en`,
    `https://www.google.com/maps/embed/v1/place?key=x&q=place_id:${PLACE_ID}`,
    'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2428!2d13.4!3d52.5!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s0x47a851e373cd1d5f%3A0x1f4!2sMill!5e0!3m2!1sen!2sde',
    'https://www.google.com/search?q=mill&ludocid=500&hl=en',
    'https://www.google.com/search?q=mill#lrd=0x47a851e373cd1d5f:0x1f4,1,,,',
    'https://local.google.com/place?id=500&use=srp',
    'https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sCi9DQUlRQUNvZENodHlj!2m1!1s0x0:0x1f4!3m1!1s2@1:CIHM0ogKEICAgMCY%7CCgwIu7rHwAYQ%7C?hl=en',
    'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sChZDSUhNMG9nS0VJQ0FnSUQ!2m1!1s0x47a851e373cd1d5f:0x1f4',
    'https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s116806430231588781376!2s0x47a851e373cd1d5f:0x1f4?sa=X&ved=2ahUKE',
    'https://www.google.com/maps/reviews/@52.5,13.4,17z/data=!3m1!4b1!4m6!14m5!1m4!2m3!1sChZDSUhNMG9nS0VJQ0FnSUQ!2m1!1s0x0:0x1f4',
    'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fmaps%3Fcid%3D500&gl=DE',
    'https://www.google.com/url?q=https%3A%2F%2Fmaps.google.com%2F%3Fcid%3D500&sa=D',
  ],
  short: {
    'https://maps.app.goo.gl/abCD12efGH?g_st=ic': 'https://maps.app.goo.gl/abCD12efGH',
    'maps.app.goo.gl/abCD12efGH.': 'https://maps.app.goo.gl/abCD12efGH',
    'https://goo.gl/maps/abCD12efGH': 'https://goo.gl/maps/abCD12efGH',
    'https://g.page/r/CaYMIJbiop3oEBI/review': 'https://g.page/r/CaYMIJbiop3oEBI',
    'https://g.page/alte-muehle?share': 'https://g.page/alte-muehle',
    'https://g.co/kgs/Nc4SkEE': 'https://g.co/kgs/Nc4SkEE',
    'https://share.google/l9AIRLr7mW59mdJQk': 'https://share.google/l9AIRLr7mW59mdJQk',
    'share.google/l9AIRLr7mW59mdJQk': 'https://share.google/l9AIRLr7mW59mdJQk',
    'https://www.google.com/share.google?q=l9AIRLr7mW59mdJQk': 'https://share.google/l9AIRLr7mW59mdJQk',
    'https://search.app/nARoZ': 'https://search.app/nARoZ',
    'https://search.app.goo.gl/nARoZ': 'https://search.app.goo.gl/nARoZ',
  },
  refused: [
    'https://www.google.com/maps',
    'https://www.google.com/maps/@52.5,13.4,17z',
    'https://www.google.com/maps/search/coffee/@52.5,13.4,14z',
    'https://www.google.com/maps/place/Alte+M%C3%BChle',
    'https://www.google.com/maps/dir/A/B/data=!4m14!4m13!1m5!1m1!1s0x47a851e373cd1d5f:0x1f4!2m2!1d13!2d52!1m5!1m1!1s0x47a851e373cd1d5e:0x1f5!2m2!1d13!2d52',
    'https://www.google.com/maps/contrib/104779998134668984454/reviews',
    'https://www.google.com/search?q=alte+muehle&kgmid=/g/11y1r0vrky',
    'https://www.google.com/url?q=https%3A%2F%2Fexample.com%2F',
    'https://share.google/images/DDfO5yEbx6us0Cj8h',
    'https://g.page/',
  ],
});
