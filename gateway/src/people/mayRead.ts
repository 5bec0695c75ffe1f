// Read permission: one SQL condition for an object, which every list of such objects reuses.
import { type RawBuilder, sql } from 'kysely';

/** An identifier ('' for a visitor), or a column that holds one. */
type ReaderId = string | RawBuilder<string>;

/** Whether either of two people has blocked the other. */
export const isBlockedBetween = (me: ReaderId, other: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from block where (block.identifier, block.blocked) in ((${me}, ${other}), (${other}, ${me}))
)`;

type Column = (name: string) => RawBuilder<unknown>;

const inSpace = (me: ReaderId, space: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from space_member sm where sm.space = ${space} and sm.identifier = ${me})`;

const spaceRule = (me: ReaderId, of: Column) => sql<boolean>`(${of('is_public')} or ${inSpace(me, of('id'))})`;

const rules = {
  /** A row of `blog` (a moment). */
  moment: (me, of) =>
    me === ''
      ? sql`${of('visibility')} = 'everyone'`
      : sql`(${of('author')} = ${me} or (
          case ${of('visibility')}
            when 'everyone' then true
            when 'contacts' then exists (
              select from contact k where k.identifier = ${of('author')} and k.other = ${me} and k.is_contact)
            when 'space' then ${inSpace(me, of('space'))}
            else false
          end and not ${isBlockedBetween(me, of('author'))}
        ))`,
  /** A row of `blog_comment`, on a moment that this person may read. */
  comment: (me, of) => sql`not ${isBlockedBetween(me, of('author'))}`,
  /** A row of `person` whose action notifies others. */
  actor: (me, of) => sql`not ${isBlockedBetween(me, of('identifier'))}`,
  /** A row of `ai_bot`. Blocks count between the person and its owner. */
  bot: (me, of) => sql`(${of('owner')} = ${me} or (${of('type')} <> 'assistant'
    and (${of('audience')} = 'everyone' or (${of('audience')} = 'contacts' and exists (
      select from contact k where k.identifier = ${of('owner')} and k.other = ${me} and k.is_contact)))
    and not exists (select from block x where x.identifier = ${of('owner')} and x.blocked = ${me})))`,
  /** A row of `space`; the permission is for its name. */
  space: spaceRule,
  /** A row of `conversation` that is a room; the permission is for its name. */
  room: (me, of) => sql`(
    exists (select from member rm where rm.conversation = ${of('id')} and rm.identifier = ${me} and rm.left_seq is null)
    or (coalesce((${of('group_setting')} ->> 'visibility')::boolean, false) and exists (
      select from space rs where rs.id = ${of('space')} and ${spaceRule(me, (name) => sql.ref(`rs.${name}`))}))
  )`,
} satisfies Record<string, (me: ReaderId, of: Column) => RawBuilder<unknown>>;

/** Whether this person may read this row now; `alias` is the name of the row in the query. */
export const mayRead = (me: ReaderId, kind: keyof typeof rules, alias: string): RawBuilder<boolean> =>
  (rules[kind] as (me: ReaderId, of: Column) => RawBuilder<boolean>)(me, (name) => sql.ref(`${alias}.${name}`));
