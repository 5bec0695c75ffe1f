// The types of two hash-wasm files that are imported separately, because its single entry point includes every hash
// function.
declare module 'hash-wasm/dist/sha256.umd.min.js' {
  const sha256: Pick<typeof import('hash-wasm'), 'createSHA256'>;
  export default sha256;
}
declare module 'hash-wasm/dist/hmac.umd.min.js' {
  const hmac: Pick<typeof import('hash-wasm'), 'createHMAC'>;
  export default hmac;
}
