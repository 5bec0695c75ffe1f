// Translates the names in the gateway's tables. Unknown ones keep the gateway's English name.
import type { SpaceClassification, SpaceTemplate } from '@amber/proto';
import { words } from './words/gen/channels.ts';

const lookUp = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

export const localizeClassification = (one: SpaceClassification): SpaceClassification => ({
  ...one,
  name: lookUp(words.classifications, one.spaceClassification) ?? one.name,
});

/** Rooms have no id: they are looked up by the gateway's English name. */
export const localizeTemplate = (one: SpaceTemplate): SpaceTemplate => ({
  ...one,
  ...lookUp(words.templates, one.templateId),
  rooms: one.rooms.map((room) => ({ ...room, name: lookUp(words.templateRooms, room.name) ?? room.name })),
});

/** The name of the only room in a space without a template. */
export const defaultRoomName = (): string => words.templateRooms.General;
