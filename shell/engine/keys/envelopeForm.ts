// The number of the envelope form, which a device signs, so that nobody can downgrade its peers to the older form.
import { type Bytes, concat, fromText } from './bytes.ts';

/** The form that `sealing/envelope.ts` implements. A device declares it in its bundle. */
export const envelopeForm = 1;

/** Returns the bytes that a device signs with its identity key to declare that it can read this form. */
export const formSignatureInput = (): Bytes => concat(fromText('Amber form'), new Uint8Array([0, envelopeForm]));
