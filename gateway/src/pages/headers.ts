// Security headers: the content security policy and its companions.
import type { InlineHashes } from './page.ts';

/**
 * The origins from which a browser may load each kind of resource: for the page, and for workers, which have the policy
 * of their own
 * response. `wasm`: whether it may run its own WebAssembly.
 */
export function securityHeaders({
  loginUrl,
  filesOrigin,
  speechOrigin,
  hashes,
  wasm = false,
}: {
  loginUrl: string | undefined;
  filesOrigin: string | undefined;
  speechOrigin?: string | undefined;
  hashes: InlineHashes;
  wasm?: boolean;
}): Record<string, string> {
  const connect = [
    "'self'",
    ...(loginUrl ? [new URL(loginUrl).origin] : []),
    ...(filesOrigin ? [filesOrigin] : []),
    ...(speechOrigin ? [speechOrigin] : []),
  ].join(' ');
  const policy = {
    'default-src': "'none'",
    'script-src': ["'self'", ...(wasm ? ["'wasm-unsafe-eval'"] : hashes.scripts)].join(' '),
    'style-src': ["'self'", ...hashes.styles].join(' '),
    'connect-src': connect,
    'img-src': "'self' blob: data:",
    'media-src': "'self' blob:",
    'font-src': "'self'",
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  };
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  };
}

/**
 * The headers of files that are neither page nor worker: a file that is opened as one may load nothing. They are short,
 * because every
 * file carries them.
 */
export const bareHeaders: Record<string, string> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};
