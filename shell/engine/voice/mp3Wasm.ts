// The bytes of the mp3 encoder, which the build embeds: see tools/rspack/common.ts. What runs in Node supplies its own.
import bytes from 'wasm-media-encoders/wasm/mp3';

export const mp3Wasm = bytes;
