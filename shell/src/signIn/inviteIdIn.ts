// The invitation code in a link.

export const inviteIdIn = (query: URLSearchParams): string => query.get('inviteId') ?? '';
