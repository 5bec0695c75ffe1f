// What a development build puts in: the remote's own module, and the calls that take in changes.
declare module 'remote-under-work' {
  const remote: import('./remote.ts').Remote;
  export default remote;
}

interface ImportMeta {
  webpackHot: {
    accept(module: string, changed: () => void): void;
    check(apply: true): Promise<unknown>;
  };
}
