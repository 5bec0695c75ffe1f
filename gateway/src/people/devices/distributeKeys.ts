// The SQL that distributes key bundles, each with a one-time key: a single statement, safe under concurrency.
import type { DistributePreKeyReply_Bundle, Input } from '@amber/proto';

/** A bundle in the reply. */
export type DistributedBundle = Input<DistributePreKeyReply_Bundle> & {
  identifier: string;
  deviceId: string;
  /** 0 for a bundle without a one-time key. */
  preKeyId: number;
  /** Whether few one-time keys are left and the device has not been notified. */
  isLow: boolean;
};

/**
 * $1, $2: the caller and its device. $3: the people whose keys are requested. $4: only these devices, as JSON, or null.
 * $5: only devices seen since then. $6: the start of this hour. $7: one-time keys per device that a caller gets in an
 * hour. $8: the threshold for 'few'.
 *
 * Only the person themselves gets keys of unapproved devices, because nobody else may seal for them.
 *
 * The statement skips a key locked by a concurrent request instead of waiting: that key will be used up.
 */
export const distributeKeysSql = `
  with asked as materialized (
    select k.*, 'preKey/' || $1 || '/' || k.identifier || '/' || k.device as what
    from device_keys k join device v on v.identifier = k.identifier and v.device = k.device
    where k.identifier = any($3::text[]) and v.seen_at > $5 and (v.approved or k.identifier = $1) and (k.identifier, k.device) <> ($1, $2)
      and ($4::json is null or (k.identifier, k.device) in (
        select o.identifier, o."deviceId" from json_to_recordset($4::json) as o (identifier text, "deviceId" text)
      ))
  ), counted as (
    insert into spending as s (what, since, count)
    select what, $6::bigint, 1 from asked a
    -- Whose hour is used up leaves the row alone: to write it, each would wait for the one before.
    where not exists (select from spending used where used.what = a.what and used.since = $6::bigint and used.count >= $7::int)
    order by what
    on conflict (what) do update
      set count = case when s.since = excluded.since then s.count + 1 else 1 end, since = excluded.since
    returning what, count
  ), picked as materialized (
    select o.* from asked a join counted c on c.what = a.what and c.count <= $7::int
    cross join lateral (
      select o.identifier, o.device, o.id from one_time_key o where o.identifier = a.identifier and o.device = a.device
      order by o.id limit 1 for update skip locked
    ) o
  ), taken as (
    delete from one_time_key o using picked p where (o.identifier, o.device, o.id) = (p.identifier, p.device, p.id)
    returning o.identifier, o.device, o.id, o.public
  )
  select a.identifier, a.device as "deviceId", a.registration_id as "registrationId", a.identity_key as "identityKey",
    a.signed_id as "signedPreKeyId", a.signed_public as "signedPreKeyPublic", a.signed_signature as "signedPreKeySignature",
    a.form, a.form_signature as "formSignature",
    coalesce(t.id, 0) as "preKeyId", coalesce(t.public, '') as "preKeyPublic",
    -- Of before this hand-out, so one more than are left.
    not a.low_told and (
      select count(*) from (select from one_time_key o where o.identifier = a.identifier and o.device = a.device limit $8::int + 1) x
    ) <= $8::int as "isLow"
  from asked a left join taken t on t.identifier = a.identifier and t.device = a.device
  order by a.identifier, a.created_at, a.device`;
