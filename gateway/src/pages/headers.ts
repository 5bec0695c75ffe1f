// Security headers: the content security policy and its companions.
import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { InlineHashes } from './page.ts';

/** The headers that helmet sends by default and this product does not: each would cost bytes in every response. */
const withoutDefaults = {
  contentSecurityPolicy: false,
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xPoweredBy: false,
  xXssProtection: false,
} as const satisfies FastifyHelmetOptions;

const year = 365 * 24 * 60 * 60;

/**
 * The headers of the page, and of workers, which have a policy of their own response. They include HSTS only where the
 * public address is https: a name that is also served by http elsewhere must stay reachable.
 */
export function securityHeaders({
  loginUrl,
  filesOrigin,
  speechOrigin,
  publicUrl,
  hashes,
  wasm = false,
}: {
  loginUrl: string | undefined;
  filesOrigin: string | undefined;
  speechOrigin?: string | undefined;
  publicUrl: string | undefined;
  hashes: InlineHashes;
  /** Whether the worker may run its own WebAssembly. */
  wasm?: boolean;
}): FastifyHelmetOptions {
  return {
    ...withoutDefaults,
    contentSecurityPolicy: {
      // helmet's defaults are wider: they allow https: fonts and inline styles.
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...(wasm ? ["'wasm-unsafe-eval'"] : hashes.scripts)],
        'style-src': ["'self'", ...hashes.styles],
        'connect-src': [
          "'self'",
          ...(loginUrl ? [new URL(loginUrl).origin] : []),
          ...(filesOrigin ? [filesOrigin] : []),
          ...(speechOrigin ? [speechOrigin] : []),
        ],
        'img-src': ["'self'", 'blob:', 'data:'],
        'media-src': ["'self'", 'blob:'],
        'font-src': ["'self'"],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    // Subdomains belong to the operator: some may have no certificate.
    strictTransportSecurity: publicUrl?.startsWith('https:') ? { maxAge: year, includeSubDomains: false } : false,
  };
}

/**
 * The headers of files that are neither page nor worker: a file that is opened as one may load nothing. They are short,
 * because every file carries them.
 */
export const bareHeaders: FastifyHelmetOptions = {
  ...withoutDefaults,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
  },
};

/**
 * The features of the browser that no code of this origin may use; helmet has no header for them. They are those that
 * reveal something about the person, or reach devices and money: each one costs bytes in every page.
 */
const unusedFeatures = [
  'browsing-topics',
  'display-capture',
  'geolocation',
  'hid',
  'idle-detection',
  'midi',
  'payment',
  'serial',
  'usb',
];

/** Permissions-Policy of the page: frames of other origins get neither microphone nor camera, and nobody the rest. */
export const permissionsPolicy = [
  'microphone=(self)',
  'camera=(self)',
  ...unusedFeatures.map((feature) => `${feature}=()`),
].join(', ');
