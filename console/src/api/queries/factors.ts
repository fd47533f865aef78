import { queryOptions } from '@tanstack/react-query';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { consoleRequest, type Schemas } from '../client';

export type Factor = Schemas['FactorShown'];
type Factors = Schemas['FactorsShown'];
export type AddedFactor = Schemas['AddedFactorShown'];

/** The second factors of the person. */
export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: () => consoleRequest<Factors>('GET', 'me/factors'),
  retry: false,
});

/** Adds an app that shows codes; it counts after `confirmApp`. */
export const addApp = (name: string): Promise<AddedFactor> =>
  consoleRequest('POST', 'me/factors', { kind: 'totp', name });

export const confirmApp = (id: number, code: string): Promise<AddedFactor> =>
  consoleRequest('POST', `me/factors/${id}/confirm`, { code });

/** Asks the browser for a new passkey and adds it. Rejects with the browser's error if the person declines. */
export async function addPasskey(name: string): Promise<AddedFactor> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await optionsFor<PublicKeyCredentialCreationOptionsJSON>('enrol');
  const passkey = JSON.stringify(await startRegistration({ optionsJSON }));
  return consoleRequest('POST', 'me/factors', { kind: 'passkey', name, passkey });
}

/** Asks the browser for a signature with a passkey of the person. */
export async function signatureFor(purpose: 'second_factor' | 'proof'): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = await optionsFor<PublicKeyCredentialRequestOptionsJSON>(purpose);
  return JSON.stringify(await startAuthentication({ optionsJSON }));
}

/** Asks the browser for a signature with any passkey for this site. */
export async function signatureForSignIn(): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const path = 'sign-in/passkey/options';
  const { options } = await consoleRequest<{ options: PublicKeyCredentialRequestOptionsJSON }>('POST', path, {});
  return JSON.stringify(await startAuthentication({ optionsJSON: options }));
}

async function optionsFor<T>(purpose: 'enrol' | 'second_factor' | 'proof'): Promise<T> {
  return (await consoleRequest<{ readonly options: T }>('POST', 'webauthn/options', { purpose })).options;
}

export const renameFactor = (id: number, name: string): Promise<null> =>
  consoleRequest('PATCH', `me/factors/${id}`, { name });

export const removeFactor = (id: number): Promise<null> => consoleRequest('DELETE', `me/factors/${id}`);

export const newRecoveryCodes = async (): Promise<readonly string[]> =>
  (await consoleRequest<Schemas['RecoveryCodesShown']>('POST', 'me/recovery-codes', {})).recovery_codes;

/** Changes the password and ends the other sessions. */
export const changePassword = (current: string, next: string): Promise<null> =>
  consoleRequest('PUT', 'me/password', { current, next });
