// The paths of this feature's screens. The host links only to the first of them.
import { paths } from '@amber/client/paths';

const below = (...parts: string[]) => [paths.moments(), ...parts.map(encodeURIComponent)].join('/');

/** Path patterns for the router. */
export const momentPaths = {
  moments: paths.moments,
  following: () => `${paths.moments()}?feed=following`,
  moment: ({ blogId }: { blogId: string }) => below(blogId),
  person: ({ identifier }: { identifier: string }) => below('by', identifier),
  space: ({ sid }: { sid: string }) => below('in', sid),
  notifications: () => below('news'),
} as const;
