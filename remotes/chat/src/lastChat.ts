// Remembers the conversation that was open last.

const keyOf = (me: string) => `amber-last-chat-${me}`;

/** Returns the id; null if none is stored for this account. */
export function lastChat(me: string): string | null {
  try {
    return localStorage.getItem(keyOf(me));
  } catch {
    return null; // the browser blocks storage
  }
}

/** Remembers the open conversation. */
export function rememberChat(me: string, conversationId: string): void {
  try {
    localStorage.setItem(keyOf(me), conversationId);
  } catch {
    // Without storage the list opens instead.
  }
}
