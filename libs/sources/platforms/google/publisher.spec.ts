import { describePublisherConformance } from '../../conformance/publisher';
import { googleSandbox } from '../../sandbox/google';
import { google } from './index';

const credentials = { client_id: 'a-client', client_secret: 'a-client-secret', refresh_token: 'a-refresh-token' };

describePublisherConformance(google, googleSandbox, {
  key: '10281119596374313554',
  canonicalUrl: 'https://www.google.com/maps?cid=10281119596374313554',
  card: 'accounts/100200300/locations/10281119596374313554',
  foreignUrl: 'https://www.google.com/maps?cid=4711',
  credentials,
  wrongCredentials: { ...credentials, refresh_token: 'wrong-refresh-token' },
  usesTokens: true,
  moderates: true,
});
