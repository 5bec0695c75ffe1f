// The chat or the room above or below the open one.

/** A line of a list. */
export interface ChatListItem {
  id: string;
  unread: number;
}

interface Step {
  by: 1 | -1;
  unreadOnly: boolean;
}

/** Its id; undefined at the end of the list. With none open the way begins at the end that one comes from. */
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
