/** The fields with which the demo objects of sandbox platforms are connected. Sandbox platforms refuse values that begin with "wrong". */
import { generateKeyPairSync } from 'node:crypto';
import { keyFile } from '@libs/sources/conformance/google-key-file';
import { bookingSandbox, propertyIdOf } from '@libs/sources/sandbox/booking';
import { facebookSandbox } from '@libs/sources/sandbox/facebook';

const EC_KEY = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { format: 'pem', type: 'pkcs8' },
  publicKeyEncoding: { format: 'pem', type: 'spki' },
}).privateKey;

export const SANDBOX_CREDENTIALS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'app-store': { issuer_id: '57246542-96fe-1a63-e053-0824d011072a', key_id: '2X9R4HXF34', private_key: EC_KEY },
  bazaarvoice: { passkey: 'caPasskeyOfTheShop' },
  booking: {
    property_id: propertyIdOf(bookingSandbox.demo.key),
    client_id: 'a-machine',
    client_secret: 'a-machine-secret',
  },
  facebook: { page_access_token: `EAAtoken-${facebookSandbox.demo.key}` },
  google: { client_id: 'a-client', client_secret: 'a-client-secret', refresh_token: 'a-refresh-token' },
  'google-play': { service_account: keyFile('replies') },
  tripadvisor: { api_key: 'terra-4f6d1c' },
  trustpilot: {
    api_key: 'an-api-key',
    api_secret: 'an-api-secret',
    business_user_id: '507f191e810c19729de860ea',
  },
  wildberries: { token: 'a-seller-token' },
  yelp: { api_key: 'places-4f6d1c' },
};
