// The type of a WebAssembly file as the build embeds it.
declare module 'wasm-media-encoders/wasm/mp3' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
