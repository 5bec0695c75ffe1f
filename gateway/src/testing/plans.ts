// Finds statements that scan a whole table even when PostgreSQL's planner is set to avoid it.
import pg from 'pg';

/**
 * The tables that have a row per setting, gateway, remote, release or kind, however many people there are. A sequence has one
 * row.
 */
const smallTables = new Set([
  'word',
  'schema_version',
  'setting',
  'lease',
  'registry',
  'registry_file',
  'host_file',
  'release',
  'release_file',
  'release_map',
  'release_stack',
  'offer',
  'deploy_token',
  'tester_link',
  'release_approval',
  'tester_health',
  'operator',
  'operator_link',
  'space_classification',
  'remote_health',
  'remote_failure',
]);

const hasPlan = /^\s*(with|select|insert|update|delete)\b/i;

export interface Statement {
  text: string;
  values: unknown[];
}

/** Records all SQL of this process's gateways from now on: each text with its first values. */
export function recordStatements(): { statements: ReadonlyMap<string, Statement>; stop(): void } {
  const statements = new Map<string, Statement>();
  const prototype = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function record(this: { connectionParameters: { application_name?: string } }, ...args: unknown[]) {
    const [statement] = args;
    const { text = '', values = args[1] } =
      typeof statement === 'string' ? { text: statement } : (statement as Partial<Statement>);
    const unmarked = text.replace(/\s*\/\*[^*]*\*\/$/, '');
    if (this.connectionParameters.application_name === 'amber' && hasPlan.test(text) && !statements.has(unmarked)) {
      statements.set(unmarked, { text: unmarked, values: Array.isArray(values) ? values : [] });
    }
    return query.apply(this, args);
  };
  return {
    statements,
    stop: () => {
      prototype.query = query;
    },
  };
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}

/** Plan nodes that need all rows before they return the first. */
const blockingNodes = /^(Sort|Aggregate|WindowAgg|Hash|SetOp|Bitmap Heap Scan)/;
const isFullScan = ({ 'Node Type': type, 'Index Cond': cond }: Plan) =>
  type === 'Seq Scan' || (/^(Index|Bitmap Index)/.test(type) && cond === undefined);

/** The tables and indexes a plan scans in full. An index scan that stops at a limit does not count. */
function fullScansOf(plan: Plan, { limited = false } = {}): string[] {
  const type = plan['Node Type'];
  // A bitmap scan of an index names the index alone.
  const name = plan['Relation Name'] ?? plan['Index Name']?.replace(/_pkey$/, '') ?? '';
  const isBounded = limited && type !== 'Seq Scan';
  const inner = { limited: type === 'Limit' || (limited && !blockingNodes.test(type)) };
  return [
    ...(isFullScan(plan) && !isBounded && !smallTables.has(name) ? [name] : []),
    ...(plan.Plans ?? []).flatMap((below) => fullScansOf(below, inner)),
  ];
}

/**
 * The statements that would fully scan a growing table, with the tables' names.
 * @throws Error when one cannot be planned.
 */
export async function findFullScans(
  database: pg.Client,
  statements: Iterable<string>,
): Promise<{ statement: string; tables: string[] }[]> {
  await database.query('begin');
  // The planner is set as if tables and indexes were large: the cheapest plan for a small one is a full scan, whatever indexes
  // there are.
  await database.query(`set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
    update pg_class set relpages = 1, reltuples = case when pg_relation_size(oid) > 0 then 100000 else -1 end where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace;
    delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`);
  const found = [];
  for (const statement of statements) {
    const { rows } = await database.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (generic_plan, format json) ${statement}`,
    );
    const tables = fullScansOf(rows[0]!['QUERY PLAN'][0]!.Plan);
    if (tables.length > 0) found.push({ statement: statement.replaceAll(/\s+/g, ' '), tables });
  }
  await database.query('rollback');
  return found;
}
