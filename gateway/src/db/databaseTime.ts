// The time by which gateways that share a database compare each other's signs of life: their own clocks may differ.
import { sql } from 'kysely';

/** Milliseconds since 1970. */
export const databaseTime = sql<number>`(extract(epoch from now()) * 1000)::bigint`;
