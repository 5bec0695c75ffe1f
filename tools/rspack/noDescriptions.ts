// Stands where the federation runtime has the sentences of its errors: each has its number, and a link that explains it.

const none: Record<string, string> = {};

export { none as buildDescMap, none as errorDescMap, none as runtimeDescMap, none as typeDescMap };
