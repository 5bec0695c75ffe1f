// The invitation code in a link.

export const invitedBy = (query: URLSearchParams): string => query.get('inviteId') ?? '';
