// Translates the texts of the welcome space, which the gateway seeds in English. Texts that were changed since stay.
import { words } from './words/gen/client.ts';

const welcomeSpace = 'welcome';

const inPageLanguage = (text: string): string => {
  const known: Readonly<Record<string, string>> = words.seeded;
  return Object.hasOwn(known, text) ? known[text]! : text;
};

/** Whether the gateway has made this space or room. The ids of others are random, and longer. */
export const isSeeded = (id: string): boolean => id === welcomeSpace || id.startsWith(`${welcomeSpace}-`);

/** The name of a space or room, given its id, in the page's language. */
export const placeName = (id: string, name: string): string => (isSeeded(id) ? inPageLanguage(name) : name);

/** The name of a room in the page's language. */
export const roomName = ({ conversionId, name }: { conversionId: string; name: string }): string =>
  placeName(conversionId, name);

/** A space with its name and description in the page's language. */
export const localizeSpace = <T extends { spaceId: string; spaceName: string; intro: string }>(space: T): T =>
  isSeeded(space.spaceId)
    ? { ...space, spaceName: inPageLanguage(space.spaceName), intro: inPageLanguage(space.intro) }
    : space;
