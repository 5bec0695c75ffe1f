// A hostile operator: writes to the gateway's PostgreSQL, changes its replies in transit, and reads all traffic.
import type { Calls, Content, Device, Input, Messages } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { routes } from '@amber/proto/routes';
import pg from 'pg';
import { asyncScheduler } from 'rxjs';
import type { SocketLike } from '../../shell/engine/kit/ports.ts';
import { waitUntil, type TestDevice, type PairPorts } from '../twoEngines/pair.ts';

type CallName = keyof Calls;
/** Changes a reply before a device reads it. */
type ReplyOverrides = {
  [Call in CallName]?: (reply: Calls[Call]['reply'], request: Calls[Call]['request']) => Input<Calls[Call]['reply']>;
};

/** One device's connection, and everything sent over it. */
export interface TamperedConnection {
  ports: PairPorts;
  replyOverrides: ReplyOverrides;
  /** The sent bodies, as text. */
  sentBodies: string[];
}

const callByPath = new Map(Object.entries(routes).map(([name, { path }]) => [`/gateway${path}`, name as CallName]));

const toLatin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

export function createTamperedConnection(): TamperedConnection {
  const replyOverrides: ReplyOverrides = {};
  const sentBodies: string[] = [];

  async function tamperingFetch(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const name = callByPath.get(new URL(String(input)).pathname);
    if (init.body instanceof Uint8Array) sentBodies.push(toLatin1(init.body));
    const answer = await fetch(input, init);
    const override = name && (replyOverrides[name] as ((reply: unknown, request: unknown) => object) | undefined);
    if (!override) return answer;
    const { request, reply } = routes[name] as unknown as { request: keyof Messages; reply: keyof Messages };
    const { code, data } = decode('Envelope', new Uint8Array(await answer.arrayBuffer()));
    if (code !== 'SUCCESS') return new Response(new Uint8Array(encode('Envelope', { code, data })));
    const tampered = override(decode(reply, data), decode(request, init.body as Uint8Array));
    return new Response(new Uint8Array(encode('Envelope', { code, data: encode(reply, tampered) })));
  }

  return {
    replyOverrides,
    sentBodies,
    ports: () => ({
      clock: asyncScheduler,
      fetch: tamperingFetch as typeof fetch,
      openSocket: (url) => new WebSocket(url) as unknown as SocketLike,
    }),
  };
}

/** A row with the operator's own content. */
interface ForgedRow extends Input<Content> {
  by: { identifier: string; deviceId: string };
  id?: string;
}

let serial = 0;
const newId = (): string => `forged${String((serial += 1)).padStart(18, '0')}`;

export async function createOperator(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const sql = async <Row extends pg.QueryResultRow>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await client.query<Row>(text, values)).rows;

  return {
    sql,

    /** Appends a plain message to a conversation. Returns its id; devices learn of it with the next row or sync. */
    async forge(conversationId: string, { by, id = newId(), ...fields }: ForgedRow): Promise<string> {
      const [position] = await sql<{ seq: string }>(
        'update conversation set last_seq = last_seq + 1 where id = $1 returning last_seq as seq',
        conversationId,
      );
      const content = { type: fields.cmdId || 'text', ...fields, id, sender: by, timestamp: Date.now() };
      await sql(
        `insert into message (conversation, seq, id, sender, device, ts, sealed, body, cmd_id, target)
         values ($1, $2, $3, $4, $5, $6, false, $7, $8, $9)`,
        conversationId,
        position!.seq,
        id,
        by.identifier,
        by.deviceId,
        Date.now(),
        Buffer.from(encode('Content', content)),
        fields.cmdId ?? '',
        fields.targets?.[0] ?? null,
      );
      return id;
    },

    /** Changes the copies of a message that wait for a person's devices. */
    async tamperCopies(
      conversationId: string,
      id: string,
      identifier: string,
      change: (copy: Content) => Content,
    ): Promise<void> {
      const copies = await sql<{ device: string; seq: string; envelope: Buffer }>(
        `select k.device, k.seq, k.envelope from device_copy k join message m on m.conversation = k.conversation and m.seq = k.seq
         where k.conversation = $1 and m.id = $2 and k.identifier = $3 and k.envelope is not null`,
        conversationId,
        id,
        identifier,
      );
      for (const { device, seq, envelope } of copies) {
        const changed = change(decode('Content', envelope));
        await sql(
          'update device_copy set envelope = $1 where conversation = $2 and seq = $3 and identifier = $4 and device = $5',
          Buffer.from(encode('Content', changed)),
          conversationId,
          seq,
          identifier,
          device,
        );
      }
      if (copies.length === 0) throw new Error(`no copy of ${id} waits for ${identifier}`);
    },

    /** Backs up a device's rows, to restore them later. */
    async backUpDevice({ identifier, deviceId }: Device): Promise<void> {
      for (const table of ['device', 'device_keys']) {
        await sql(`create table if not exists hostile_${table} (like ${table})`);
        await sql(`delete from hostile_${table} where identifier = $1 and device = $2`, identifier, deviceId);
        await sql(
          `insert into hostile_${table} select * from ${table} where identifier = $1 and device = $2`,
          identifier,
          deviceId,
        );
      }
    },

    /** Removes a device from the list. */
    async unlistDevice(device: Device): Promise<void> {
      await this.backUpDevice(device);
      await sql('delete from device where identifier = $1 and device = $2', device.identifier, device.deviceId);
    },

    /** Restores a device from its backup. */
    async restoreDevice({ identifier, deviceId }: Device): Promise<void> {
      for (const table of ['device', 'device_keys'])
        await sql(
          `insert into ${table} select * from hostile_${table} where identifier = $1 and device = $2`,
          identifier,
          deviceId,
        );
    },

    /** The copy of a message that waits for an offline device; empty when it was withheld. */
    async waitingCopyOf(conversationId: string, id: string, { identifier, deviceId }: Device): Promise<Buffer> {
      const [copy] = await sql<{ envelope: Buffer | null }>(
        `select k.envelope from device_copy k join message m on m.conversation = k.conversation and m.seq = k.seq
         where k.conversation = $1 and m.id = $2 and k.identifier = $3 and k.device = $4`,
        conversationId,
        id,
        identifier,
        deviceId,
      );
      return copy?.envelope ?? Buffer.alloc(0);
    },

    /** Replaces the keys of one person's devices by another person's. */
    async swapKeys(identifier: string, by: string): Promise<void> {
      await sql(
        `update device_keys k set identity_key = o.identity_key, signed_id = o.signed_id, signed_public = o.signed_public,
           signed_signature = o.signed_signature, form = o.form, form_signature = o.form_signature
         from device_keys o where k.identifier = $1 and o.identifier = $2`,
        identifier,
        by,
      );
      await sql('delete from one_time_key where identifier = $1', identifier);
    },

    /** Sends a person a notice, outside of any conversation. */
    async notify(identifier: string, notify: Input<Messages['Notify']>): Promise<void> {
      const [position] = await sql<{ seq: string }>(
        'update person set notice_seq = notice_seq + 1 where identifier = $1 returning notice_seq as seq',
        identifier,
      );
      await sql(
        'insert into notice (identifier, seq, notify, created_at) values ($1, $2, $3, $4)',
        identifier,
        position!.seq,
        Buffer.from(encode('Notify', { ...notify, noticeSeq: Number(position!.seq) })),
        Date.now(),
      );
    },

    /** Everything that is stored of messages, as text. */
    async storedText(): Promise<string> {
      const rows = await sql<{ bytes: Buffer | null }>(
        'select body as bytes from message union all select envelope from device_copy',
      );
      return rows.map(({ bytes }) => bytes?.toString('latin1') ?? '').join('\n');
    },

    [Symbol.asyncDispose]: () => client.end(),
  };
}

export type Operator = Awaited<ReturnType<typeof createOperator>>;

/** The device requests everything it lacks; resolves when its cursor is at the end of the conversation. */
export async function waitForSync(operator: Operator, person: TestDevice, conversationId: string): Promise<void> {
  await person.engine.calls.reconnect({});
  const [last] = await operator.sql<{ last_seq: string }>(
    'select last_seq from conversation where id = $1',
    conversationId,
  );
  await waitUntil(`${person.name} at the end`, async () => {
    const cursor = await person.db.cursors.get(conversationId);
    return (cursor?.seq ?? 0) >= Number(last!.last_seq);
  });
}
