// The number of the envelope's form, which a device signs, so that nobody can downgrade others to the older one.
import { type Bytes, concat, fromText } from './bytes.ts';

/** The form of `sealing/envelope.ts`. A device names it in its bundle. */
export const envelopeForm = 1;

/** What a device signs with its identity key to say that it opens this form. */
export const formSignatureInput = (): Bytes => concat(fromText('Amber form'), new Uint8Array([0, envelopeForm]));
