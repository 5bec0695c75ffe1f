// The tables of a database as compressed files with one line of JSON per row.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ClientBase } from 'pg';
import { boundedLines } from './lines.ts';
import type { Manifest } from './manifest.ts';
import { checkIsFile } from './fileTypes.ts';

export interface Table {
  name: string;
  columns: string[];
}

type ExportedTable = Manifest['tables'][number];

/** The approximate size of a batch of rows that is read or written. */
const portionBytes = 4 * 1_048_576;
const rowsMax = 5_000;
/**
 * The largest row is a file of a release: `limits.releaseFileMax` bytes, twice as many in hex. This is eight times
 * that.
 */
const lineMax = 16 * 1_048_576;

const fileOf = (folder: string, table: string) => join(folder, `${table}.jsonl.gz`);
const quoted = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

/**
 * All tables but the schema's version and those that a crash may empty, each after the tables that it refers to.
 */
export async function tablesIn(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { needs: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as needs
    from pg_class c
    where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace and c.relname <> 'schema_version'
    order by c.relname`);
  const sorted = new Map<string, Table>();
  while (sorted.size < rows.length) {
    const next = rows.filter(({ name, needs }) => !sorted.has(name) && needs.every((one) => sorted.has(one)));
    if (next.length === 0) throw new Error('Tables refer to each other in a circle');
    for (const { name, columns } of next) sorted.set(name, { name, columns });
  }
  return [...sorted.values()];
}

/** Computes a digest, in hex, of the bytes that pass through. */
export function createDigestStream(algorithm: 'md5' | 'sha256') {
  const hash = createHash(algorithm);
  const stream = new PassThrough();
  stream.on('data', (chunk: Buffer) => hash.update(chunk));
  return { stream, digest: () => hash.digest('hex') };
}

/** Writes a table's rows, as the caller's transaction sees them, into `folder`. */
export async function writeTable(
  client: ClientBase,
  { name, columns }: Table,
  { folder, signal }: { folder: string; signal: AbortSignal | undefined },
): Promise<ExportedTable> {
  let count = 0;
  async function* lines() {
    await client.query(
      `declare rows no scroll cursor for select row_to_json(r)::text as line from (select ${quoted(columns)} from "${name}") r`,
    );
    let bytes = 0;
    for (;;) {
      const size = count === 0 ? 10 : Math.max(1, Math.min(rowsMax, Math.floor((portionBytes * count) / bytes)));
      const { rows } = await client.query<{ line: string }>(`fetch ${size} from rows`);
      signal?.throwIfAborted();
      if (rows.length === 0) break;
      const text = rows.map(({ line }) => `${line}\n`).join('');
      count += rows.length;
      bytes += text.length;
      yield text;
    }
    await client.query('close rows');
  }
  const { stream, digest } = createDigestStream('sha256');
  await pipeline(
    Readable.from(lines()),
    createGzip({ level: 3 }),
    stream,
    createWriteStream(fileOf(folder, name), { mode: 0o600, flush: true }),
  );
  return { name, columns, rows: count, sha256: digest() };
}

/** The rows of an exported table, as lines. @throws Error when they differ from the exported rows. */
async function* readLines({ name, rows, sha256 }: ExportedTable, folder: string): AsyncGenerator<string> {
  const file = fileOf(folder, name);
  const { stream, digest } = createDigestStream('sha256');
  const text = createGunzip();
  let lines = 0;
  try {
    await checkIsFile(file);
    const reading = pipeline(createReadStream(file), stream, text);
    // The error also ends the loop below.
    reading.catch(() => undefined);
    for await (const line of boundedLines(text, { max: lineMax, file })) {
      lines += 1;
      if (lines > rows) throw new Error(`${file} is damaged: it has more rows than the manifest, which counts ${rows}`);
      yield line;
    }
    await reading;
  } catch (cause) {
    // Errors of the system and of the decompression have a code; other errors already have a message for people.
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause;
    throw new Error(`${file} cannot be read`, { cause });
  }
  if (digest() !== sha256 || lines !== rows) throw new Error(`${file} is damaged`);
}

/**
 * Reads a table's rows and calls `onRow` with the size of each. @throws Error when they differ from the exported rows.
 */
export async function checkRows(table: ExportedTable, folder: string, onRow: (bytes: number) => void): Promise<void> {
  for await (const line of readLines(table, folder)) onRow(Buffer.byteLength(line));
}

/** Inserts a table's rows. @throws Error when they differ from the exported rows. */
export async function readTable(
  client: ClientBase,
  table: ExportedTable,
  { folder, signal }: { folder: string; signal: AbortSignal | undefined },
): Promise<void> {
  const { name, columns } = table;
  const file = fileOf(folder, name);
  const statement = `insert into "${name}" (${quoted(columns)}) overriding system value
    select ${quoted(columns)} from json_populate_recordset(null::"${name}", $1::json)`;
  let waiting: string[] = [];
  let size = 0;
  async function flush(): Promise<void> {
    if (waiting.length === 0) return;
    signal?.throwIfAborted();
    const { rowCount } = await client.query(statement, [`[${waiting.join(',')}]`]).catch((cause: { code?: string }) => {
      // The table's constraints or types reject these rows.
      throw /^2[23]/.test(cause.code ?? '') ? new Error(`${file} is damaged`, { cause }) : cause;
    });
    if (rowCount !== waiting.length) throw new Error(`${file} is damaged: a line is not one row`);
    [waiting, size] = [[], 0];
  }
  for await (const line of readLines(table, folder)) {
    waiting.push(line);
    size += line.length;
    if (size >= portionBytes || waiting.length === rowsMax) await flush();
  }
  await flush();
}
