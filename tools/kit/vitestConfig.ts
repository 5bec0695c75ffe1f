// The configuration of a remote's tests in a repository that has installed the kit.
import { defineConfig, type ViteUserConfig } from 'vitest/config';

const config: ViteUserConfig = defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    // The kit imports stylesheets, which Node cannot: it is compiled like the remote itself.
    server: { deps: { inline: [/@amber\/kit/] } },
  },
});

export default config;
