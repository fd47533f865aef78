/** Access to the interface for developers. */
import { serviceAccountTokens } from '../../access/service-account';

export const SCOPE = 'https://www.googleapis.com/auth/androidpublisher';
export const playTokens = serviceAccountTokens('google-play', SCOPE);
