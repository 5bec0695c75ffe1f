// Our curve with the interface of @privacyresearch/curve25519-typescript, which builds replace with this file.
import { bytesOf } from './bytes.ts';
import { fastestCurve } from './curve.ts';

interface LibraryKeyPair {
  pubKey: ArrayBuffer;
  privKey: ArrayBuffer;
}

/** The library's interface of a curve. The library itself adds and removes the leading byte 5 of a public key. */
export class AsyncCurve25519Wrapper {
  async keyPair(seed: ArrayBuffer): Promise<LibraryKeyPair> {
    const { publicKey, privateKey } = await (await fastestCurve()).keyPair(bytesOf(seed));
    return { pubKey: publicKey.buffer, privKey: privateKey.buffer };
  }

  async sharedSecret(publicKey: ArrayBuffer, privateKey: ArrayBuffer): Promise<ArrayBuffer> {
    return (await (await fastestCurve()).agree(bytesOf(publicKey), bytesOf(privateKey))).buffer;
  }

  async sign(privateKey: ArrayBuffer, message: ArrayBuffer): Promise<ArrayBuffer> {
    return (await (await fastestCurve()).sign(bytesOf(privateKey), bytesOf(message))).buffer;
  }

  /** Returns true if the signature is wrong, as the library expects. */
  async verify(publicKey: ArrayBuffer, message: ArrayBuffer, signature: ArrayBuffer): Promise<boolean> {
    return !(await (await fastestCurve()).isValidSignature(bytesOf(publicKey), bytesOf(message), bytesOf(signature)));
  }
}

/** Used only by the library's default export, which nobody here calls. */
export const Curve25519Wrapper = AsyncCurve25519Wrapper;
