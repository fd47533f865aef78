import { queryOptions } from '@tanstack/react-query';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { call, type Schemas } from '../client';

export type Factor = Schemas['FactorShown'];
export type AddedFactor = Schemas['AddedFactorShown'];

/** The second factors of the person. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => call(null, 'GET', '/console/api/me/factors'),
  retry: false,
});

/** Adds an app that shows codes; it counts after `confirmApp`. */
export const addApp = (name: string) => call(null, 'POST', '/console/api/me/factors', { body: { kind: 'totp', name } });

export const confirmApp = (id: number, code: string) =>
  call(null, 'POST', '/console/api/me/factors/{factor_id}/confirm', { path: { factor_id: id }, body: { code } });

/** Asks the browser for a new passkey and adds it. Rejects with the browser's error if the person declines. */
export async function addPasskey(name: string): Promise<AddedFactor> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = (await optionsFor('enrol')) as unknown as PublicKeyCredentialCreationOptionsJSON;
  const passkey = JSON.stringify(await startRegistration({ optionsJSON }));
  return call(null, 'POST', '/console/api/me/factors', { body: { kind: 'passkey', name, passkey } });
}

/** Asks the browser for a signature with a passkey of the person. */
export async function signatureFor(purpose: 'second_factor' | 'proof'): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = requestOf(await optionsFor(purpose));
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/** Asks the browser for a signature with any passkey for this site. */
export async function signatureForSignIn(): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { options } = await call(null, 'POST', '/console/api/sign-in/passkey/options');
  return JSON.stringify(await startAuthentication({ optionsJSON: requestOf(options) }));
}

type PasskeyOptions = Schemas['PasskeyOptions']['options'];

async function optionsFor(purpose: Schemas['PasskeyOptionsBody']['purpose']): Promise<PasskeyOptions> {
  return (await call(null, 'POST', '/console/api/webauthn/options', { body: { purpose } })).options;
}

/** The schema does not describe the options of WebAuthn: the service hands them from its library to that of the console. */
const requestOf = (options: PasskeyOptions) => options as unknown as PublicKeyCredentialRequestOptionsJSON;

export const renameFactor = (id: number, name: string) =>
  call(null, 'PATCH', '/console/api/me/factors/{factor_id}', { path: { factor_id: id }, body: { name } });

export const removeFactor = (id: number) =>
  call(null, 'DELETE', '/console/api/me/factors/{factor_id}', { path: { factor_id: id } });

export const newRecoveryCodes = async (): Promise<readonly string[]> =>
  (await call(null, 'POST', '/console/api/me/recovery-codes')).recovery_codes;

/** Changes the password and ends the other sessions. */
export const changePassword = (body: Schemas['ChangePasswordBody']) =>
  call(null, 'PUT', '/console/api/me/password', { body });
