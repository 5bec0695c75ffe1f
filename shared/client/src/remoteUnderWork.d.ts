// Types of what a development build injects: the remote's own module, and the calls of hot module replacement.
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
