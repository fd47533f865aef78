/** Key files of service accounts with a key that is made for each run. */
import { generateKeyPairSync } from 'node:crypto';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

export const KEY_OF_RUN = publicKey;

/** The key file of the account `name`, with other fields if `changed` has any. */
export function keyFile(name: string, changed: object = {}): string {
  return JSON.stringify({
    type: 'service_account',
    client_email: `${name}@example.iam.gserviceaccount.com`,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    private_key_id: 'a-key-id',
    token_uri: 'https://oauth2.googleapis.com/token',
    ...changed,
  });
}
