// The bytes of the mp3 encoder, which the build embeds: see tools/rspack/common.ts. What runs in Node supplies its own.
import dataUrl from 'wasm-media-encoders/wasm/mp3';
import { fromBase64 } from '../keys/bytes.ts';

export const mp3Wasm = fromBase64(dataUrl.slice(dataUrl.indexOf(',') + 1));
