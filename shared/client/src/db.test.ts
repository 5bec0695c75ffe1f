import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type AccountDb,
  type MessageRow,
  openAccountDb,
  openDeviceDb,
  otherPerson,
  pendingOrder,
  statusOf,
} from './db.ts';

let databases: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange };
const opened: Dexie[] = [];
const open = <Db extends Dexie>(db: Db): Db => {
  opened.push(db);
  return db;
};

beforeEach(() => {
  databases = { indexedDB: new IDBFactory(), IDBKeyRange };
});
afterEach(() => {
  opened.splice(0).forEach((db) => db.close());
});

const message = (id: string): MessageRow => ({
  id,
  conversationId: 'c1',
  content: {
    id,
    message: '{"text":"hi"}',
    type: 'text',
    sender: { identifier: 'alice', deviceId: 'd1' },
    timestamp: 1,
    anonymous: false,
    encrypted: false,
    cmdId: '',
    streamEnd: false,
    streamFirst: false,
    to: null,
    targets: [],
  },
  loading: false,
  pending: false,
  error: '',
  fault: '',
  createdAt: 1,
  isRead: true,
  seq: 1,
  order: 1,
  copy: 'open',
});

describe('R148 the schema', () => {
  it('R148 version 13, which the browser calls 130', async () => {
    const db = open(openAccountDb('alice', databases));
    await db.open();
    expect([db.verno, db.backendDB().version]).toEqual([13, 130]);
  });

  it('R148 these tables, keys and indexes', async () => {
    const db = open(openAccountDb('alice', databases));
    await db.open();
    const schema = Object.fromEntries(
      db.tables.map(({ name, schema: { primKey, indexes } }) => [name, [primKey, ...indexes].map(({ src }) => src)]),
    );
    expect(schema).toEqual({
      spaces: ['id'],
      conversations: ['conversionId', 'spaceId', 'type', 'sortTime'],
      members: ['[conversionId+identifier]', 'conversionId'],
      messages: [
        'id',
        'conversationId',
        'content.id',
        '[conversationId+order]',
        '[conversationId+unread]',
        'unreadable',
      ],
      changes: ['id', 'conversationId', 'target', 'lost'],
      files: ['id', 'key'],
      bundles: ['[identifier+deviceId]', 'identifier'],
      prekey: ['[identifier+deviceId]'],
      sessions: ['key'],
      contacts: ['identifier'],
      applies: ['id'],
      bots: ['id'],
      drafts: ['conversationId'],
      outbox: ['id', '[conversationId+order]'],
      cursors: ['conversationId'],
      identity: ['key'],
      pins: ['[identifier+deviceId]'],
      notices: ['seq'],
      search: ['id'],
    });
  });

  it('R148 a message is found by what it carries', async () => {
    const db = open(openAccountDb('alice', databases));
    await db.messages.add(message('m1'));
    expect(await db.messages.where('content.id').equals('m1').toArray()).toEqual([message('m1')]);
  });
});

describe('R150 another version', () => {
  const versionFourteen = () => {
    const db = new Dexie('amber-alice', databases) as AccountDb;
    db.version(13).stores({
      messages: 'id, conversationId, content.id, [conversationId+order], [conversationId+unread], unreadable',
    });
    db.version(14).stores({
      messages:
        'id, conversationId, createdAt, content.id, [conversationId+order], [conversationId+unread], unreadable',
    });
    return open(db);
  };

  it('C10 R150 an upgrade from 13 to 14 keeps the rows', async () => {
    const before = open(openAccountDb('alice', databases));
    await before.messages.bulkAdd([message('m1'), message('m2')]);
    before.close();
    const after = versionFourteen();
    expect(await after.messages.toArray()).toEqual([message('m1'), message('m2')]);
    expect(after.backendDB().version).toBe(140);
  });

  it('C10 R150 a tab that still has 13 open makes way', async () => {
    const before = open(openAccountDb('alice', databases));
    await before.messages.add(message('m1'));
    expect(await versionFourteen().messages.count()).toBe(1);
    expect(before.isOpen()).toBe(false);
  });

  it('C11 R150 a newer schema than the code loses nothing', async () => {
    const newer = versionFourteen();
    await newer.messages.add(message('m1'));
    newer.close();
    const older = open(openAccountDb('alice', databases));
    expect(await older.messages.get('m1')).toEqual(message('m1'));
    older.close();
    expect(await versionFourteen().messages.count()).toBe(1);
  });
});

it('R151 two accounts have two databases, and the browser has one of its own', async () => {
  const [alice, bob] = [open(openAccountDb('alice', databases)), open(openAccountDb('bob', databases))];
  await alice.messages.add(message('m1'));
  expect(await bob.messages.toArray()).toEqual([]);
  const device = open(openDeviceDb(databases));
  await device.open();
  expect([alice.name, bob.name, device.name]).toEqual(['amber-alice', 'amber-bob', 'amber']);
});

it('R55 what is not sent yet sorts behind every place of the gateway, in the order it was written', () => {
  expect(pendingOrder(0)).toBeGreaterThan(1_000_000_000_000);
  expect(pendingOrder(2)).toBeGreaterThan(pendingOrder(1));
  expect(Number.isSafeInteger(pendingOrder(Date.UTC(2200, 0)))).toBe(true);
});

it('R53 the state of a message follows from its fields', () => {
  const sent = message('m1');
  expect([sent, { ...sent, loading: true }, { ...sent, loading: true, error: 'error' as const }].map(statusOf)).toEqual(
    ['sent', 'loading', 'error'],
  );
});

it('R67 the other person of a private chat', () => {
  const user = (identifier: string) => ({ identifier, avatar: '', lastName: '', token: '', deviceId: '' });
  const chat = { userInfo: [user('alice'), user('bob')] } as Parameters<typeof otherPerson>[0];
  expect([otherPerson(chat, 'alice')?.identifier, otherPerson(chat, 'bob')?.identifier]).toEqual(['bob', 'alice']);
});

it("R53 R166 a message as it is kept here has every field of the product's message", () => {
  const fields: (keyof MessageRow)[] = [
    'id',
    'conversationId',
    'content',
    'loading',
    'pending',
    'error',
    'createdAt',
    'isRead',
  ];
  expect(fields.filter((field) => !Object.hasOwn(message('m1'), field))).toEqual([]);
});
