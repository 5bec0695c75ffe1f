// The type of a WebAssembly file as the build embeds it.
declare module 'wasm-media-encoders/wasm/mp3' {
  const dataUrl: string;
  export default dataUrl;
}
