// Finds the chat or room above or below the open one.

/** An entry of a chat list. */
export interface ChatListItem {
  id: string;
  unread: number;
}

interface Step {
  by: 1 | -1;
  unreadOnly: boolean;
}

/**
 * Returns the id of the neighbour, or undefined at the end of the list. If none is open, a step down begins at the top
 * of the list and a step up at the bottom.
 */
export function neighbourChat(
  entries: readonly ChatListItem[],
  openId: string | undefined,
  { by, unreadOnly }: Step,
): string | undefined {
  const open = entries.findIndex(({ id }) => id === openId);
  let at = open < 0 && by < 0 ? entries.length : open;
  do at += by;
  while (unreadOnly && entries[at]?.unread === 0);
  return entries[at]?.id;
}
