// The list of campaigns as the browser stores it. Another build may have stored it, so it is checked when it is read.
import type { AirdropListReply, Campaign } from '@amber/proto';
import { type ListSchema, oneOf, parseRows } from '@amber/proto/listSchema';

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const text = [isText, ''] as const;
const number = [isNumber, 0] as const;
/** Omitted in lists. */
const nothing = [() => false, []] as const;

const schema: ListSchema<Campaign> = {
  maxItems: 100,
  fields: {
    id: [isText],
    title: text,
    banner: text,
    reward: text,
    rules: text,
    begins: [isNumber],
    ends: [isNumber],
    status: [oneOf('upcoming', 'live', 'ended')],
    participants: number,
    state: [oneOf('published', 'draft', 'stopped'), 'published'],
    way: [oneOf('firstCome', 'draw'), 'firstCome'],
    prize: [oneOf('none', 'code', 'wallet'), 'none'],
    prizes: number,
    given: number,
    claims: number,
    tasks: nothing,
    seedHash: text,
    seed: text,
    drawnAt: number,
    corrections: nothing,
  },
};

export const storedCampaigns = {
  /** The first page without long texts, which the list does not show. */
  toStored: ({ list }: AirdropListReply): AirdropListReply => ({
    list: list.map((campaign) => ({ ...campaign, rules: '' })),
    next: '',
  }),

  /** The campaigns that can be read. Undefined if this is no list. */
  fromStored(stored: unknown): AirdropListReply | undefined {
    const { list } = stored as { list?: unknown };
    return Array.isArray(list) ? { list: parseRows(schema, list), next: '' } : undefined;
  },
};
