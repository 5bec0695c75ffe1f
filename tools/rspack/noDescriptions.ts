// Replaces the federation runtime's error texts: each error still has its number, and a link that explains it.

const none: Record<string, string> = {};

export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };
