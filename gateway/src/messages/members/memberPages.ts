// A group's members as one of them sees them: in pages, by a part of the name, or by identifier.
import type { Input, Member } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import * as v from 'valibot';
import type { GatewayBase } from '../../db/gatewayBase.ts';
import { cursorText, decodeCursor, encodeCursor } from '../../db/pageCursor.ts';
import type { ConversationView } from '../sync/conversations.ts';

/**
 * The cursor is a position among all members, among names that begin with the search text, or among names that contain
 * it elsewhere.
 */
const memberCursor = v.tuple([v.picklist(['begins', 'holds']), cursorText, cursorText]);
type MemberPosition = [called: string, identifier: string];

export interface MemberPage {
  members: Input<Member>[];
  next: string;
}

/** A member and its sort position. */
type MemberRow = Input<Member> & { called: string };

/** The position before the first member. */
const listStart: MemberPosition = ['', ''];

/** The columns of rows `m` of member, as `$1` sees them. */
const columns = `m.conversation as "conversionId", coalesce(c.space, '') as "spaceId", m.identifier, p.avatar, p.last_name as "lastName",
  m.nickname as "groupNickname", m.role, coalesce(k.remark, '') as "remarkName", m.left_seq is not null as "left", m.called`;
const joins = `join conversation c on c.id = m.conversation join person p on p.identifier = m.identifier
  left join contact k on k.identifier = $1 and k.other = m.identifier`;

/** The queries for members. A prefix is a range in byte order; no string sorts after the last code point. */
const statements = {
  owner: `select ${columns} from member m ${joins} where m.conversation = $2 and m.left_seq is null and m.identifier = c.owner`,
  all: `select ${columns} from (
      select * from member where conversation = $2 and left_seq is null and (called, identifier) > ($3, $4) order by called, identifier limit $5
    ) m ${joins} order by m.called, m.identifier`,
  begins: `select ${columns} from (
      select * from member where conversation = $2 and left_seq is null and (called, identifier) > ($3, $4)
        and called >= folded($6) and called < folded($6) || '\u{10FFFF}' order by called, identifier limit $5
    ) m ${joins} order by m.called, m.identifier`,
  // This scans a fixed number of members one by one, whether they match or not.
  holds: `with looked as materialized (
      select called, identifier from member where conversation = $2 and left_seq is null and (called, identifier) > ($3, $4) order by called, identifier limit $5
    )
    select ${columns} from (
      select n.* from (select * from looked where strpos(called, folded($6)) > 1 order by called, identifier limit $7) l
      join member n on n.conversation = $2 and n.identifier = l.identifier
    ) m ${joins} order by m.called, m.identifier`,
  // This returns the last member that was scanned; there is none at the end of the list.
  passed: `select called, identifier from member where conversation = $1 and left_seq is null and (called, identifier) > ($2, $3)
    order by called, identifier offset $4 limit 1`,
  named: `select ${columns} from member m ${joins}
    where m.conversation = $2 and m.identifier = any($3) and (m.left_seq is null or m.left_seq > $4)`,
};

type ConversationRef = Pick<ConversationView, 'id' | 'joined_seq' | 'member_count'>;

export function createMemberPages({ pool, limits }: Pick<GatewayBase, 'pool' | 'limits'>) {
  const queryMembers = async (text: string, values: unknown[]): Promise<MemberRow[]> =>
    (await pool.query<MemberRow>(text, values)).rows;
  const toMember = ({ called: _, ...member }: MemberRow): Input<Member> => member;

  const cursorOf = (kind: 'begins' | 'holds', position: MemberPosition): string => encodeCursor([kind, ...position]);
  const positionOf = ({ called, identifier = '' }: MemberRow): MemberPosition => [called, identifier];

  /** A page of all members. The owner is first on the first page, whatever their name. */
  async function pageOfAll(conversation: string, reader: string, after: MemberPosition | null): Promise<MemberPage> {
    const size = limits.membersPage;
    const [owner, found] = await Promise.all([
      queryMembers(statements.owner, [reader, conversation]),
      queryMembers(statements.all, [reader, conversation, ...(after ?? listStart), size + 1]),
    ]);
    const page = found.slice(0, size);
    const last = page.at(-1);
    const others = page.filter(({ identifier }) => identifier !== owner[0]?.identifier);
    const next = last && found.length > size ? cursorOf('begins', positionOf(last)) : '';
    return { members: [...(after ? [] : owner), ...others].map(toMember), next };
  }

  async function pageByPrefix(
    conversation: string,
    reader: string,
    word: string,
    after: MemberPosition,
  ): Promise<MemberPage> {
    const size = limits.membersPage;
    const found = await queryMembers(statements.begins, [reader, conversation, ...after, size + 1, word]);
    const page = found.slice(0, size);
    const last = page.at(-1);
    if (last && found.length > size) return { members: page.map(toMember), next: cursorOf('begins', positionOf(last)) };
    const more = await pageBySubstring(conversation, reader, word, listStart, size - page.length);
    return { members: [...page.map(toMember), ...more.members], next: more.next };
  }

  async function pageBySubstring(
    conversation: string,
    reader: string,
    word: string,
    after: MemberPosition,
    limit: number,
  ): Promise<MemberPage> {
    const { membersScanned: membersSearched } = limits;
    const [found, passed] = await Promise.all([
      queryMembers(statements.holds, [reader, conversation, ...after, membersSearched, word, limit + 1]),
      queryMembers(statements.passed, [conversation, ...after, membersSearched - 1]),
    ]);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : passed[0];
    const isOver = found.length <= limit && !last;
    return { members: page.map(toMember), next: isOver ? '' : cursorOf('holds', last ? positionOf(last) : after) };
  }

  /**
   * A page of members, or of those who match the search text.
   * @throws Fault BAD_REQUEST for a search text that no name can contain, or an invalid cursor.
   */
  async function page(
    { id }: ConversationRef,
    reader: string,
    { word, after }: { word: string; after: string },
  ): Promise<MemberPage> {
    if (word.length > limits.searchMax || word.includes('\0')) throw new Fault('BAD_REQUEST');
    const [kind, called = '', identifier = ''] = decodeCursor(after, memberCursor) ?? [];
    const from: MemberPosition | null = kind ? [called, identifier] : null;
    if (word === '') return pageOfAll(id, reader, from);
    return kind === 'holds'
      ? pageBySubstring(id, reader, word, from ?? listStart, limits.membersPage)
      : pageByPrefix(id, reader, word, from ?? listStart);
  }

  /** The people among these who are members, or were while the reader was one. */
  const named = async (
    { id, joined_seq }: ConversationRef,
    reader: string,
    identifiers: readonly string[],
  ): Promise<Input<Member>[]> =>
    (await queryMembers(statements.named, [reader, id, identifiers, joined_seq])).map(toMember);

  return {
    page,
    named,
    /** The first page of members, and the reader's own row. */
    async first(conversation: ConversationRef, reader: string) {
      const [{ members, next }, [me = null]] = await Promise.all([
        page(conversation, reader, { word: '', after: '' }),
        named(conversation, reader, [reader]),
      ]);
      return { members, next, me, memberCount: conversation.member_count };
    },
  };
}
