// The previews of bots that were requested, so that a repeated request is not answered and charged again.

// A crash of the database may lose it: a repeated request costs another answer then.
export const previewRequests = `
create unlogged table ai_preview (
  identifier text not null,
  id text not null,
  requested_at timestamptz not null default now(),
  primary key (identifier, id)
);
`;
