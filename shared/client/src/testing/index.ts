// For tests of remotes: a host that is not there, and the contract that every remote keeps.
export { fakeHost, type FakeHost, type FakeHostOptions } from './fakeHost.tsx';
export { remoteContract } from './remoteContract.tsx';
