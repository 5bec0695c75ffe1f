// Links to the screens of this feature. The host knows the first of them alone.
import { paths } from '@amber/client/paths';

const below = (...parts: string[]) => [paths.moments(), ...parts.map(encodeURIComponent)].join('/');

/** Paths for the router. */
export const momentPaths = {
  moments: paths.moments,
  following: () => `${paths.moments()}?feed=following`,
  moment: ({ blogId }: { blogId: string }) => below(blogId),
  person: ({ identifier }: { identifier: string }) => below('by', identifier),
  space: ({ sid }: { sid: string }) => below('in', sid),
  notifications: () => below('news'),
} as const;
