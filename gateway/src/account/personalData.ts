// The data policy of each database table: what an export and an account deletion do with it.
import { deletedName } from '@amber/proto/deletedAccount';
import { sql, type Transaction } from 'kysely';
import { releaseAllHolds } from '../files/fileHolds.ts';
import type { Tables } from '../db/tables.ts';

/** The sections of an export, in file order; the person's messages follow as `messages`. */
export const sectionNames = [
  'profile',
  'devices',
  'sessions',
  'contacts',
  'blocked',
  'contactRequests',
  'invited',
  'conversations',
  'favorites',
  'spaces',
  'invitations',
  'joinRequests',
  'removedFrom',
  'uploads',
  'pictures',
  'moments',
  'momentLikes',
  'momentComments',
  'following',
  'hiddenAuthors',
  'momentNews',
  'bots',
  'memories',
  'campaigns',
  'campaignClaims',
] as const;
export type SectionName = (typeof sectionNames)[number];

/** The account that is deleted, and the time of its deletion. */
interface Leaving {
  identifier: string;
  phone: string | null;
  wallet: string | null;
  now: number;
}

/**
 * `sql`: the query for the rows of one person ($1), with times in milliseconds. `within`: another section that includes
 * these rows. `nothing`: the reason why they are not exported.
 */
type Exported = { section: SectionName; sql: string } | { within: SectionName | 'messages' } | { nothing: string };

/**
 * `rowsOf`: columns that identify the person; matching rows are deleted. `kept`: the reason why rows stay, or what else
 * deletes them.
 */
type Erased<Column> =
  | { rowsOf: readonly Column[] }
  | { step(tx: Transaction<Tables>, leaving: Leaving): Promise<unknown> }
  | { retained: string };

/** Tables that database triggers maintain. */
interface OwnTables {
  person_name: { identifier: string };
  space_name: { space: string };
  schema_version: { version: number };
}
type AllTables = Tables & OwnTables;

const asSecret = { nothing: 'It is of use to a stranger, and is over within minutes' } as const;
const asState = { nothing: 'How far a device has got: it says nothing that the person has written or set' } as const;
const nobodys = {
  exported: { nothing: 'It is about no person' },
  erased: { retained: 'It is about no person' },
} as const;

/**
 * All tables. A deletion goes from top to bottom, in a transaction that holds the locks of everyone concerned: codes
 * and nonces that could restore access go first, files are released before they lose their owner, and the person's own
 * row is last.
 */
export const personalData = {
  sms_code: {
    exported: asSecret,
    erased: {
      step: async (tx, { phone }) => phone !== null && tx.deleteFrom('sms_code').where('phone', '=', phone).execute(),
    },
  },
  sms_proved: {
    exported: asSecret,
    erased: {
      step: async (tx, { phone }) => phone !== null && tx.deleteFrom('sms_proved').where('phone', '=', phone).execute(),
    },
  },
  phone_review: {
    exported: { within: 'profile' },
    // The next sweep reviews the other account with this number again.
    erased: {
      rowsOf: ['identifier'],
      step: (tx, { identifier }) =>
        tx.updateTable('phone_review').set({ same_as: null }).where('same_as', '=', identifier).execute(),
    },
  },
  wallet_nonce: {
    exported: asSecret,
    erased: {
      step: async (tx, { wallet }) =>
        wallet !== null && tx.deleteFrom('wallet_nonce').where('wallet', '=', wallet).execute(),
    },
  },
  favorite: {
    exported: {
      section: 'favorites',
      sql: 'select conversation, seq, added_at as "time" from favorite where identifier = $1 order by place',
    },
    erased: { rowsOf: ['identifier'] },
  },
  qrcode: { exported: { nothing: 'A code that is shown in the settings' }, erased: { rowsOf: ['identifier'] } },
  invited: {
    exported: {
      section: 'invited',
      sql: 'select identifier, inviter, invited_at as "time" from invited where $1 in (identifier, inviter) order by invited_at',
    },
    erased: { rowsOf: ['identifier', 'inviter'] },
  },
  invite: { exported: { nothing: 'A code that is shown in the settings' }, erased: { rowsOf: ['identifier'] } },
  contact: {
    exported: {
      section: 'contacts',
      sql: 'select other as "identifier", is_contact as "isContact", remark, updated_at as "changed" from contact where identifier = $1 order by other',
    },
    erased: { rowsOf: ['identifier', 'other'] },
  },
  contact_apply: {
    exported: {
      section: 'contactRequests',
      sql: `select from_identifier as "from", to_identifier as "to", message, status, applied_at as "time" from contact_apply
        where $1 in (from_identifier, to_identifier) order by applied_at`,
    },
    erased: { rowsOf: ['from_identifier', 'to_identifier'] },
  },
  block: {
    exported: {
      section: 'blocked',
      sql: 'select blocked as "identifier" from block where identifier = $1 order by blocked',
    },
    erased: { rowsOf: ['identifier', 'blocked'] },
  },
  notice: { exported: { nothing: 'News of what stands in the other tables' }, erased: { rowsOf: ['identifier'] } },
  space_member: {
    exported: {
      section: 'spaces',
      sql: 'select s.id, s.name from space_member m join space s on s.id = m.space where m.identifier = $1 order by s.id',
    },
    erased: { rowsOf: ['identifier'] },
  },
  invitation: {
    exported: {
      section: 'invitations',
      sql: 'select space, created_at as "time", expires_at as "until" from invitation where inviter = $1 order by created_at, code',
    },
    erased: { rowsOf: ['inviter'] },
  },
  join_apply: {
    exported: {
      section: 'joinRequests',
      sql: 'select space, message, status, applied_at as "time" from join_apply where identifier = $1 order by applied_at, space',
    },
    erased: { rowsOf: ['identifier'] },
  },
  removed: {
    exported: {
      section: 'removedFrom',
      sql: 'select place, removed_at as "time" from removed where identifier = $1 order by removed_at, place',
    },
    erased: { rowsOf: ['identifier'] },
  },
  campaign_participant: {
    exported: {
      section: 'campaigns',
      sql: 'select campaign as "id", joined_at as "time", network from campaign_participant where identifier = $1 order by campaign',
    },
    erased: { rowsOf: ['identifier'] },
  },
  campaign_said: {
    exported: { nothing: 'It says which of the messages count for a task' },
    erased: { rowsOf: ['identifier'] },
  },
  campaign_refusal: {
    exported: { nothing: 'Notes of operators, for themselves' },
    erased: { rowsOf: ['identifier', 'other'] },
  },
  campaign_claim: {
    exported: {
      section: 'campaignClaims',
      sql: `select c.campaign as "id", c.claimed_at as "time", c.ticket, c.place, c.wallet, c.network, p.code from campaign_claim c
        left join campaign_code p on p.campaign = c.campaign and p.place = c.place where c.identifier = $1 order by c.claimed_at, c.campaign`,
    },
    // A draw can be verified only with all its tickets, and deleting an account must not allow a second claim.
    erased: {
      step: (tx, { identifier }) =>
        tx
          .updateTable('campaign_claim')
          .set({ wallet: null, network: '' })
          .where('identifier', '=', identifier)
          .execute(),
    },
  },
  upload_day: { exported: { nothing: 'A quota of the day' }, erased: { rowsOf: ['identifier'] } },
  ai_turn: { exported: { within: 'messages' }, erased: { rowsOf: ['asker'] } },
  ai_service: {
    exported: { within: 'messages' },
    // Chats that this person took over as an agent return to the AI without further action.
    erased: { rowsOf: ['person'] },
  },
  ai_note: {
    exported: { nothing: 'Notes of those who answer, for themselves' },
    erased: {
      rowsOf: ['author'],
      step: (tx, { identifier }) =>
        tx
          .deleteFrom('ai_note')
          .where('conversation', 'in', (of) =>
            of
              .selectFrom('member as m')
              .innerJoin('conversation as c', 'c.id', 'm.conversation')
              .select('c.id')
              .where('m.identifier', '=', identifier)
              .where('c.type', '=', 'robot'),
          )
          .execute(),
    },
  },
  ai_use: { exported: { nothing: 'A quota of the day' }, erased: { rowsOf: ['identifier'] } },
  ai_memory: {
    exported: {
      section: 'memories',
      sql: 'select bot, text, conversation, message, created_at as "time" from ai_memory where person = $1 order by created_at, id',
    },
    erased: { rowsOf: ['person'] },
  },
  ai_forgets: { exported: { within: 'memories' }, erased: { rowsOf: ['person'] } },
  ai_bot: {
    exported: {
      section: 'bots',
      sql: 'select id, type, name, characters, opening, audience, about from ai_bot where owner = $1 order by id',
    },
    // The bots' messages to other people stay, without a name; what the bots remember about other people is deleted.
    erased: {
      async step(tx, { identifier, now }) {
        const own = (await tx.selectFrom('ai_bot').select('id').where('owner', '=', identifier).execute()).map(
          ({ id }) => id,
        );
        if (own.length === 0) return;
        await tx.deleteFrom('ai_memory').where('bot', 'in', own).execute();
        await tx
          .updateTable('person')
          .set({ avatar: '', last_name: deletedName, deleted_at: now })
          .where('identifier', 'in', own)
          .execute();
      },
      rowsOf: ['owner'],
    },
  },
  follow: {
    exported: {
      section: 'following',
      sql: 'select followed as "identifier", since as "time" from follow where identifier = $1 order by since, followed',
    },
    erased: { rowsOf: ['identifier', 'followed'] },
  },
  hidden_author: {
    exported: {
      section: 'hiddenAuthors',
      sql: 'select author as "identifier" from hidden_author where identifier = $1 order by author',
    },
    erased: { rowsOf: ['identifier', 'author'] },
  },
  blog_news: {
    exported: { nothing: 'What others did; it is in their own data' },
    erased: { rowsOf: ['identifier', 'actor'] },
  },
  blog_news_setting: {
    exported: {
      section: 'momentNews',
      sql: 'select likes, comments, follows from blog_news_setting where identifier = $1',
    },
    erased: { rowsOf: ['identifier'] },
  },
  blog_like: {
    exported: {
      section: 'momentLikes',
      sql: 'select blog as "moment" from blog_like where identifier = $1 order by blog',
    },
    erased: { rowsOf: ['identifier'] },
  },
  // The database deletes the replies to a comment together with it.
  blog_comment: {
    exported: {
      section: 'momentComments',
      sql: 'select id, blog as "moment", text, posted_at as "time" from blog_comment where author = $1 order by posted_at, id',
    },
    erased: { rowsOf: ['author'] },
  },
  blog_picture: { exported: { within: 'moments' }, erased: { retained: 'They go with their moment' } },
  blog: {
    exported: {
      section: 'moments',
      sql: `select id, text, posted_at as "time", edited_at as "edited", visibility, space,
        (select json_agg(json_build_object('path', path, 'text', alt) order by place) from blog_picture where blog = id) as "pictures"
        from blog where author = $1 order by posted_at`,
    },
    erased: { rowsOf: ['author'] },
  },
  one_time_key_ids: { exported: asState, erased: { rowsOf: ['identifier'] } },
  device: {
    exported: {
      section: 'devices',
      sql: 'select device as "id", name, system, created_at as "created", seen_at as "lastSeen", approved, address from device where identifier = $1 order by created_at',
    },
    // The rows are deleted earlier, because of acks: see deleteAccount.ts.
    erased: { rowsOf: ['identifier'] },
  },
  push_job: { exported: asState, erased: { rowsOf: ['identifier'] } },
  push_subscription: {
    exported: { nothing: 'A secret address of the browser, and what the device itself has set' },
    erased: { rowsOf: ['identifier'] },
  },
  device_cursor: { exported: asState, erased: { rowsOf: ['identifier'] } },
  device_copy: {
    exported: { nothing: 'It is sealed: the gateway cannot read it' },
    erased: { rowsOf: ['identifier'] },
  },
  device_keys: {
    exported: { nothing: 'Public keys, which the device has' },
    erased: { retained: 'They go with their device' },
  },
  one_time_key: {
    exported: { nothing: 'Public keys, which the device has' },
    erased: { retained: 'They go with the keys of their device' },
  },
  file_hold: {
    exported: { nothing: 'Files in messages; those that the person uploaded are in their own section' },
    erased: { step: (tx, { identifier, now }) => releaseAllHolds(tx, identifier, now) },
  },
  upload: {
    exported: {
      section: 'uploads',
      sql: 'select key as "name", created_at as "time" from upload where owner = $1 order by created_at, key',
    },
    // Recipients can open these files until they are removed; nobody else may upload under their names.
    erased: {
      step: (tx, { identifier }) =>
        tx.updateTable('upload').set({ owner: null }).where('owner', '=', identifier).execute(),
    },
  },
  picture_upload: {
    exported: {
      section: 'pictures',
      sql: `select '/chat/pictures/' || digest || '/1024.webp' as "path", uploaded_at as "time" from picture_upload where identifier = $1 order by uploaded_at, digest`,
    },
    erased: { rowsOf: ['identifier'] },
  },
  picture: {
    exported: { within: 'pictures' },
    erased: { retained: 'The sweep removes it once no field holds its path' },
  },
  message: {
    exported: { within: 'messages' },
    // Messages to other people belong to their recipients too. The chat with oneself and the chats with bots have no
    // other reader.
    erased: {
      step: (tx, { identifier }) =>
        tx
          .deleteFrom('message')
          .where('conversation', 'in', (of) =>
            of
              .selectFrom('member as m')
              .innerJoin('conversation as c', 'c.id', 'm.conversation')
              .select('c.id')
              .where('m.identifier', '=', identifier)
              .where((row) => row.or([row('c.type', '=', 'robot'), row('c.pair', '=', `${identifier}/${identifier}`)])),
          )
          .execute(),
    },
  },
  member: {
    exported: {
      section: 'conversations',
      sql: `select c.id, c.type, c.name, c.space, m.role, m.joined_at as "joined", m.left_seq is not null as "left", m.nickname,
        m.user_setting as "settings", m.read_seq as "readUpTo" from member m join conversation c on c.id = m.conversation where m.identifier = $1 order by m.joined_at, c.id`,
    },
    // The row records which range of messages is visible to whom, so it stays; the person's settings in it are cleared.
    erased: {
      step: (tx, { identifier }) =>
        tx
          .updateTable('member')
          .set({ nickname: '', user_setting: '{}' })
          .where('identifier', '=', identifier)
          .execute(),
    },
  },
  conversation: {
    exported: { within: 'conversations' },
    erased: { retained: 'Others have it; its groups have been left by then' },
  },
  space: { exported: { within: 'spaces' }, erased: { retained: 'It has been left by then, handed over or dissolved' } },
  family: {
    exported: {
      section: 'sessions',
      sql: 'select device, rotated_at as "lastUsed", revoked_at as "ended" from family where identifier = $1 order by rotated_at',
    },
    erased: {
      retained: 'A session ends with the account, and stays to be known as one that has ended: see deleteAccount.ts',
    },
  },
  person: {
    exported: {
      section: 'profile',
      sql: `select identifier, phone, wallet, last_name as "name", bio, avatar, created_at as "created", hide_read_state as "hideReadState",
        unencrypted, apply_limit as "whoMayApply", message_limit as "whoMayWrite", deletes_at as "deletesAt" from person where identifier = $1`,
    },
    erased: {
      step: (tx, { identifier, now }) =>
        tx
          .updateTable('person')
          .set({
            phone: null,
            wallet: null,
            avatar: '',
            last_name: deletedName,
            bio: '',
            hide_read_state: true,
            unencrypted: 'unset',
            apply_limit: 'nobody',
            message_limit: 'nobody',
            deleted_at: now,
            names_left: true,
            deletes_at: null,
          })
          .where('identifier', '=', identifier)
          .execute(),
    },
  },
  person_name: {
    exported: { within: 'profile' },
    erased: { retained: 'It follows the name of the person, by a trigger' },
  },

  sms_quota: {
    exported: { nothing: 'A quota of the day' },
    erased: { retained: 'Nobody gets more codes by deleting accounts; a keyed hash stands for the number' },
  },
  spending: { exported: { nothing: 'Quotas of the hour' }, erased: { retained: 'Quotas of the hour' } },
  audit: {
    exported: { nothing: 'What operators did, for all of them' },
    erased: { retained: 'What operators did is to be known' },
  },
  setting: nobodys,
  campaign: nobodys,
  campaign_task: nobodys,
  campaign_code: { exported: { within: 'campaignClaims' }, erased: { retained: 'The codes are the operators’' } },
  space_classification: nobodys,
  space_name: nobodys,
  registry: nobodys,
  release: nobodys,
  release_file: nobodys,
  registry_file: nobodys,
  offer: nobodys,
  word: nobodys,
  deploy_token: nobodys,
  sign_up_code: {
    exported: { nothing: 'Notes of operators, for themselves' },
    erased: { retained: 'Notes of operators, for themselves' },
  },
  health_account: {
    exported: { nothing: 'Its names cannot be led back to anybody' },
    erased: { retained: 'Its names cannot be led back to anybody' },
  },
  remote_failure: nobodys,
  remote_health: nobodys,
  schema_version: nobodys,
} satisfies { [Table in keyof AllTables]: { exported: Exported; erased: Erased<keyof AllTables[Table]> } };

const says = Object.entries(personalData) as [string, { exported: Exported; erased: Erased<string> }][];

/** The query of each section. */
export const sections = Object.fromEntries(
  says.flatMap(([, { exported }]) => ('section' in exported ? [[exported.section, exported.sql]] : [])),
) as Record<SectionName, string>;

/** The tables whose rows belong to one person, and the column that identifies the person. */
export const ownRows = says.flatMap(([table, { erased }]) =>
  'rowsOf' in erased ? erased.rowsOf.map((column) => [table, column] as const) : [],
);

/** Deletes a person's data according to the rule of each table. */
export async function erase(tx: Transaction<Tables>, leaving: Leaving): Promise<void> {
  for (const [table, { erased }] of says) {
    if ('step' in erased) await erased.step(tx, leaving);
    if (!('rowsOf' in erased)) continue;
    for (const column of erased.rowsOf)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${leaving.identifier}`.execute(tx);
  }
}
