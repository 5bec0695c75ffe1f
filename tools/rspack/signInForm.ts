// Renders the sign-in form at build time, in each language, with the class names of the page's own build.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Compiler, type Configuration, rspack, type RuleSetRule } from '@rspack/core';
import { languages } from '../../shared/words/src/languages.ts';
import { common } from './common.ts';

const require = createRequire(import.meta.url);

/** The page's build for Node: class names without styles. */
function forNode(context: string, path: string): Configuration {
  const base = common(context, 'amber');
  const rules = (base.module!.rules as RuleSetRule[]).map((rule): RuleSetRule => {
    if (!String(rule.test).includes('css')) return rule;
    const [, css] = rule.use as [unknown, { loader: string; options: { modules: object } }];
    const modules = { ...css.options.modules, exportOnlyLocals: true };
    return { test: /\.css$/, type: 'javascript/auto', use: [{ ...css, options: { ...css.options, modules } }] };
  });
  return {
    context,
    mode: base.mode!,
    devtool: false,
    target: 'node',
    resolve: base.resolve!,
    module: { rules },
    entry: { form: './src/firstPaint/signInForm.tsx' },
    output: { path, filename: 'form.cjs', asyncChunks: false, library: { type: 'commonjs2' } },
    optimization: { minimize: false },
    plugins: [new rspack.DefinePlugin({ __BUILD__: '0', __DEV__: 'false' })],
    performance: { hints: false },
    stats: 'errors-warnings',
  };
}

const compile = (config: Configuration) =>
  new Promise<void>((resolve, reject) => {
    const compiler = rspack(config);
    compiler.run((error, stats) =>
      compiler.close(() => {
        if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats!.toString('errors-only')));
        else resolve();
      }),
    );
  });

/** Renders each language's form. A language replaces English in place, so each needs a separate run. */
async function render(context: string): Promise<[language: string, html: string][]> {
  const path = mkdtempSync(join(tmpdir(), 'amber-form-'));
  try {
    await compile(forNode(context, path));
    const page = { documentElement: { lang: 'en' } };
    Object.assign(globalThis, { document: page });
    const forms: [string, string][] = [];
    for (const language of Object.keys(languages)) {
      page.documentElement.lang = language;
      const file = join(path, 'form.cjs');
      delete require.cache[file];
      forms.push([language, await (require(file) as { signInForm(): Promise<string> }).signInForm()]);
    }
    return forms;
  } finally {
    Reflect.deleteProperty(globalThis, 'document');
    rmSync(path, { recursive: true });
  }
}

/** Writes frames/<language>/signIn.html next to the page. */
export const signInForm = (context: string) => ({
  apply(compiler: Compiler) {
    if (compiler.options.mode !== 'production') return; // a development build does without
    compiler.hooks.thisCompilation.tap('SignInForm', (compilation) => {
      compilation.hooks.processAssets.tapPromise('SignInForm', async () => {
        for (const [language, html] of await render(context))
          compilation.emitAsset(`frames/${language}/signIn.html`, new rspack.sources.RawSource(html));
      });
    });
  },
});
