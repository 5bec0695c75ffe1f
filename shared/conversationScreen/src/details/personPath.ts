// The address of a member in the panel of a group.
import { paths } from '@amber/client/paths';
import { identifierPattern } from '@amber/proto/identifier';

/** Here and not in the host's `paths`, because only this panel reads it. */
export const personPath = (conversation: { cid: string; sid?: string }, identifier: string): string =>
  `${paths.details(conversation)}=${identifier}`;

/** Whether the value of `details` in an address names a person. */
export const isPerson = (details: string): boolean => identifierPattern.test(details);
