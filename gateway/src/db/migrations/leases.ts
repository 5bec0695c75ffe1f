// Leases, by which the gateways of a database divide work that must happen once.

// A null `leased_until` means that nobody has the lease. Gateways of the previous build, which know no leases, see a
// leased push job as one that is due later.
export const leases = `
create table lease (
  name text primary key,
  claim bigint not null default 0,
  leased_until timestamptz,
  due_at timestamptz not null
);
alter table push_job add column claim integer not null default 0, add column leased_until timestamptz;
create index push_job_leased on push_job (leased_until) where leased_until is not null;
`;
