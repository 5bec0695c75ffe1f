// Validates a device's public keys.
import type { InitPreKeyBundleRequest_Bundle, OneTimePreKey } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { isSigned } from './isSigned.ts';

const registrationIdMax = 16_383;
const signatureLength = 64;

/** A public key in transit: a type byte and 32 bytes. */
const isKey = (bytes: Uint8Array): boolean => bytes.length === 33 && bytes[0] === 5;

/** Whether the form is valid; a device that declares no form signs none. */
const isForm = ({ form, formSignature }: InitPreKeyBundleRequest_Bundle): boolean =>
  form === 0 ? formSignature.length === 0 : form > 0 && formSignature.length === signatureLength;

const isFrom1To = (value: number, max: number): boolean => Number.isInteger(value) && value >= 1 && value <= max;

/** Checks number, ids and shape of one-time keys. @throws Fault BAD_REQUEST */
export function checkOneTimeKeys(keys: readonly OneTimePreKey[], { preKeysPerUpload, preKeyIdMax }: Limits): void {
  const isValid =
    keys.length <= preKeysPerUpload &&
    new Set(keys.map(({ preKeyId }) => preKeyId)).size === keys.length &&
    keys.every(({ preKeyId, preKeyPublic }) => isFrom1To(preKeyId, preKeyIdMax) && isKey(preKeyPublic));
  if (!isValid) throw new Fault('BAD_REQUEST');
}

/** Checks shape and signature. @throws Fault BAD_REQUEST */
export function checkBundle(bundle: InitPreKeyBundleRequest_Bundle, limits: Limits): void {
  const { registrationId, identityKey, signedPreKeyId, signedPreKeyPublic, signedPreKeySignature, onetimePreKeys } =
    bundle;
  const isValid =
    isFrom1To(registrationId, registrationIdMax) &&
    isFrom1To(signedPreKeyId, limits.signedPreKeyIdBelow - 1) &&
    isKey(identityKey) &&
    isKey(signedPreKeyPublic) &&
    signedPreKeySignature.length === signatureLength &&
    isSigned(identityKey.subarray(1), signedPreKeyPublic, signedPreKeySignature) &&
    isForm(bundle);
  if (!isValid) throw new Fault('BAD_REQUEST');
  checkOneTimeKeys(onetimePreKeys, limits);
}
