// The addresses of relays for calls: the operator configures them, and pages check what the gateway says.

/**
 * Whether this is the address of a relay (`turn:`, `turns:`; RFC 7065) or of a server that tells a device its public
 * address (`stun:`, `stuns:`; RFC 7064), as browsers accept them.
 */
export const isRelayUrl = (text: string): boolean =>
  /^(stuns?:([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?|turns?:([\w.-]+|\[[\da-f:]+\])(:\d{1,5})?(\?transport=(udp|tcp))?)$/i.test(
    text,
  );
