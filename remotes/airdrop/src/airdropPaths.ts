// The paths that only this feature links to.

export const airdropPaths = {
  manage: () => '/airdrop/manage',
  create: () => '/airdrop/manage/new',
  /** A new campaign that starts as a copy of this one. */
  copy: ({ id }: { id: string }) => `/airdrop/manage/new?${new URLSearchParams({ from: id })}`,
  edit: ({ id }: { id: string }) => `/airdrop/manage/${encodeURIComponent(id)}`,
  results: ({ id }: { id: string }) => `/airdrop/manage/${encodeURIComponent(id)}/results`,
};
