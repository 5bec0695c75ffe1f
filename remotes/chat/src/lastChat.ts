// Remembers the conversation that was open last.

const keyOf = (me: string) => `amber-last-chat-${me}`;

/** The id; null if none is stored for this account. */
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
    // Without storage the list is shown.
  }
}
