// Every sentence of the chats.
export const strings = {
  chats: 'Chats',
  conversations: 'Conversations',
  newChat: 'New chat',
  findPeople: 'Find people',
  findHint: 'Name, identifier or phone number',
  people: 'People',
  searching: 'Searching…',
  nobody: 'Nobody found',
  nobodyHint: 'Try the whole phone number or the exact identifier.',
  clearSearch: 'Clear search',
  noChats: 'No chats yet',
  noChatsHint: 'Find somebody by name, identifier or phone number, and say hello.',
  startChat: 'Start a chat',
  noneOpen: 'Choose a chat',
  noneOpenHint: 'Your conversations are on the left. What you write while offline goes out when you are back.',
  someone: 'Someone',
  draft: 'Draft: ',
  unread: (name: string, count: number) =>
    (count === 0 ? name : `${name}, ${count} unread ${count === 1 ? 'message' : 'messages'}`),
  pinned: 'Pinned',
  back: 'Back to chats',
  copied: 'Copied',
  copyFailed: 'This browser did not allow copying',
  notEncrypted: 'Not encrypted',
  security: 'Security',
  securityWay: (secure: boolean) => (secure
    ? 'Messages travel to the server over an encrypted connection (TLS).'
    : 'This page was not opened over https, so messages travel to the server without transport encryption.'),
  securityStore: 'The server stores them and whoever runs it could read them.',
  securityEnd: 'End-to-end encryption is not part of this version.',
} as const;
