// Every sentence of the moments.
export const strings = {
  moments: 'Moments',
  lead: 'What people on this server have to tell.',
  compose: 'What is on your mind?',
  post: 'Post',
  left: (count: number) => `${count} left`,
  signIn: 'Sign in to post',
  feed: 'Latest moments',
  none: 'Nothing here yet',
  noneHint: 'The first moment is waiting to be written.',
  noneVisitor: 'When somebody posts, it appears here.',
  end: 'You have seen it all.',
  someone: 'Someone',
  now: 'now',
} as const;
