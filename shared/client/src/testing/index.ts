// The entry point for tests of remotes: a fake host, and the contract that every remote must satisfy.
export { fakeHost, type FakeHost, type FakeHostOptions } from './fakeHost.tsx';
export { remoteContract } from './remoteContract.tsx';
