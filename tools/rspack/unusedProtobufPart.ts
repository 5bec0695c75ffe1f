// Replaces the parts of protobufjs that a browser never runs: its buffers of Node, and its services.
export const _configure = () => {};
