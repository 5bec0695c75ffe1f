// The data policy of each database table: what an export and an account deletion do with it.
import { deletedName } from '@amber/proto/deletedAccount';
import { sql } from 'kysely';
import { releaseAllHolds } from '../files/fileHolds.ts';
import { closeWaitingPush } from '../notifications/pushJobs.ts';
import type { Transaction } from '../db/store.ts';
import type { Tables } from '../db/tables.ts';
import { queueAllRemovals } from '../voices/voiceRemovals.ts';
import type { ExportSection } from './exportSections.ts';

/** The account that is deleted, and the time of its deletion. */
interface Leaving {
  identifier: string;
  phone: string | null;
  wallet: string | null;
  now: number;
}

/** The section of the export that contains the rows, or the reason why they are not exported. */
type Exported = ExportSection | 'messages' | { nothing: string };

/**
 * `rowsOf`: columns that identify the person; matching rows are deleted. `retained`: the reason why rows stay, or what
 * else deletes them.
 */
type Erased<Column> =
  | { rowsOf: readonly Column[] }
  | { step(tx: Transaction, leaving: Leaving): Promise<unknown> }
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
    exported: 'profile',
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
  operator: { exported: { nothing: 'A right that operators have' }, erased: { rowsOf: ['identifier'] } },
  beta_member: { exported: 'betas', erased: { rowsOf: ['identifier'] } },
  favorite: { exported: 'favorites', erased: { rowsOf: ['identifier'] } },
  qrcode: { exported: { nothing: 'A code that is shown in the settings' }, erased: { rowsOf: ['identifier'] } },
  invited: { exported: 'invited', erased: { rowsOf: ['identifier', 'inviter'] } },
  invite: { exported: { nothing: 'A code that is shown in the settings' }, erased: { rowsOf: ['identifier'] } },
  contact: { exported: 'contacts', erased: { rowsOf: ['identifier', 'other'] } },
  contact_apply: { exported: 'contactRequests', erased: { rowsOf: ['from_identifier', 'to_identifier'] } },
  block: { exported: 'blocked', erased: { rowsOf: ['identifier', 'blocked'] } },
  personal_call: {
    exported: { nothing: 'Calls of the last day, which are lines in the messages' },
    erased: { rowsOf: ['caller', 'callee'] },
  },
  notice: { exported: { nothing: 'News of what stands in the other tables' }, erased: { rowsOf: ['identifier'] } },
  space_member: { exported: 'spaces', erased: { rowsOf: ['identifier'] } },
  invitation: { exported: 'invitations', erased: { rowsOf: ['inviter'] } },
  join_apply: { exported: 'joinRequests', erased: { rowsOf: ['identifier'] } },
  removed: { exported: 'removedFrom', erased: { rowsOf: ['identifier'] } },
  campaign_participant: { exported: 'campaigns', erased: { rowsOf: ['identifier'] } },
  campaign_said: {
    exported: { nothing: 'It says which of the messages count for a task' },
    erased: { rowsOf: ['identifier'] },
  },
  campaign_refusal: {
    exported: { nothing: 'Notes of operators, for themselves' },
    erased: { rowsOf: ['identifier', 'other'] },
  },
  campaign_claim: {
    exported: 'campaignClaims',
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
  ai_turn: { exported: 'messages', erased: { rowsOf: ['asker'] } },
  ai_service: {
    exported: 'messages',
    // Chats that this person took over as an agent return to the AI without further action.
    erased: {
      rowsOf: ['person'],
      async step(tx, { identifier, now }) {
        const open = await tx
          .selectFrom('ai_service')
          .select('conversation')
          .where('person', '=', identifier)
          .where('ended_at', 'is', null)
          .execute();
        for (const { conversation } of open) await closeWaitingPush(tx, conversation, now);
      },
    },
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
  ai_preview: {
    exported: { nothing: 'That a preview was requested within the last day' },
    erased: { rowsOf: ['identifier'] },
  },
  voice_use: { exported: { nothing: 'A quota of the day' }, erased: { rowsOf: ['identifier'] } },
  ai_memory: { exported: 'memories', erased: { rowsOf: ['person'] } },
  ai_forgets: { exported: 'memories', erased: { rowsOf: ['person'] } },
  ai_bot: {
    exported: 'bots',
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
  voice_recording: { exported: 'voiceRecordings', erased: { rowsOf: ['owner'] } },
  cloned_voice: {
    exported: 'clonedVoices',
    // The service has the voice too: it stays queued there until the service has confirmed its deletion.
    erased: { step: (tx, { identifier }) => queueAllRemovals(tx, identifier) },
  },
  voice_removal: {
    exported: { nothing: 'Voices that are being deleted at their service; it does not say whose' },
    erased: { retained: 'It goes once the service has confirmed the deletion, and does not say whose voice it is' },
  },
  follow: { exported: 'following', erased: { rowsOf: ['identifier', 'followed'] } },
  hidden_author: { exported: 'hiddenAuthors', erased: { rowsOf: ['identifier', 'author'] } },
  blog_news: {
    exported: { nothing: 'What others did; it is in their own data' },
    erased: { rowsOf: ['identifier', 'actor'] },
  },
  blog_news_setting: { exported: 'momentNews', erased: { rowsOf: ['identifier'] } },
  blog_like: { exported: 'momentLikes', erased: { rowsOf: ['identifier'] } },
  // The database deletes the replies to a comment together with it.
  blog_comment: { exported: 'momentComments', erased: { rowsOf: ['author'] } },
  blog_picture: { exported: 'moments', erased: { retained: 'They go with their moment' } },
  blog: { exported: 'moments', erased: { rowsOf: ['author'] } },
  one_time_key_ids: { exported: asState, erased: { rowsOf: ['identifier'] } },
  device: {
    exported: 'devices',
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
    exported: 'uploads',
    // Recipients can open these files until they are removed; nobody else may upload under their names.
    erased: {
      step: (tx, { identifier }) =>
        tx.updateTable('upload').set({ owner: null }).where('owner', '=', identifier).execute(),
    },
  },
  picture_upload: { exported: 'pictures', erased: { rowsOf: ['identifier'] } },
  picture: { exported: 'pictures', erased: { retained: 'The sweep removes it once no field holds its path' } },
  message: {
    exported: 'messages',
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
    exported: 'conversations',
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
    exported: 'conversations',
    erased: { retained: 'Others have it; its groups have been left by then' },
  },
  space: { exported: 'spaces', erased: { retained: 'It has been left by then, handed over or dissolved' } },
  family: {
    exported: 'sessions',
    erased: {
      retained: 'A session ends with the account, and stays to be known as one that has ended: see deleteAccount.ts',
    },
  },
  person: {
    exported: 'profile',
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
            returned_at: null,
          })
          .where('identifier', '=', identifier)
          .execute(),
    },
  },
  person_name: { exported: 'profile', erased: { retained: 'It follows the name of the person, by a trigger' } },

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
  campaign_code: { exported: 'campaignClaims', erased: { retained: 'The codes are the operators’' } },
  space_classification: nobodys,
  space_name: nobodys,
  registry: nobodys,
  release: nobodys,
  release_file: nobodys,
  release_map: nobodys,
  release_stack: nobodys,
  host_file: nobodys,
  registry_file: nobodys,
  lease: nobodys,
  bucket_upload: nobodys,
  bucket_part: nobodys,
  gateway_node: nobodys,
  shared_count: {
    exported: { nothing: 'How often an account or a network called in this minute' },
    erased: { retained: 'It is over within minutes' },
  },
  live_change: {
    exported: { nothing: 'What the gateways notify devices of, for minutes' },
    erased: { retained: 'It is over within minutes' },
  },
  open_socket: {
    exported: { nothing: 'The connections that are open now' },
    erased: { retained: 'The connections of a deleted account are closed, and their rows go with them' },
  },
  offer: nobodys,
  word: nobodys,
  deploy_token: nobodys,
  tester_link: {
    exported: { nothing: 'What operators did, for all of them' },
    erased: { retained: 'It is over within two weeks' },
  },
  tester_health: nobodys,
  release_approval: nobodys,
  operator_link: nobodys,
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

/** Deletes a person's data according to the rule of each table. */
export async function erase(tx: Transaction, leaving: Leaving): Promise<void> {
  const rules = Object.entries<{ erased: Erased<string> }>(personalData);
  for (const [table, { erased }] of rules) {
    if ('step' in erased) await erased.step(tx, leaving);
    if (!('rowsOf' in erased)) continue;
    for (const column of erased.rowsOf)
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${leaving.identifier}`.execute(tx);
  }
}
