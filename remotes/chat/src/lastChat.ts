// Which conversation was open last, for the address that leads back to it.

const keyOf = (me: string) => `amber-last-chat-${me}`;

/** The id; null when this browser remembers none for this account. */
export function lastChat(me: string): string | null {
  try {
    return localStorage.getItem(keyOf(me));
  } catch {
    return null; // storage is closed to us
  }
}

/** Remembers the open conversation. */
export function rememberChat(me: string, conversationId: string): void {
  try {
    localStorage.setItem(keyOf(me), conversationId);
  } catch {
    // The address then leads to the list.
  }
}
