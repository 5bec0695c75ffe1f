// How a space's guide is called in the page's language.
import type { Space } from '@amber/proto';
import { words as strings } from './words/gen/channels.ts';

/** The gateway names the assistant that everybody starts with; any other name is its owner's. */
export const guideName = ({ lastName }: NonNullable<Space['guide']>): string => {
  const names: Readonly<Record<string, string>> = strings.guide.names;
  return Object.hasOwn(names, lastName) ? names[lastName]! : lastName;
};
