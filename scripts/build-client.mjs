// Compiles the package of the client to client/dist: for `import` and for `require`, each with its types. Types are
// checked by `npm run check:types`.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

process.chdir(path.join(path.dirname(fileURLToPath(import.meta.url)), '..'));
const TARGET = 'client/dist';
const MODULES = { esm: ts.ModuleKind.ESNext, cjs: ts.ModuleKind.CommonJS };

/** @throws Error when the compiler reports something, such as an export whose type is not written down */
function compiled(transpile, file, module) {
  const { diagnostics, outputText } = transpile(readFileSync(`client/${file}`, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: {
      module,
      target: ts.ScriptTarget.ES2022,
      esModuleInterop: true,
      rewriteRelativeImportExtensions: true,
    },
  });
  const [fault] = diagnostics;
  if (fault) throw new Error(`client/${file}: ${ts.flattenDiagnosticMessageText(fault.messageText, '\n')}`);
  return outputText;
}

const sources = readdirSync('client').filter((file) => file.endsWith('.ts') && file !== 'example.ts');
rmSync(TARGET, { recursive: true, force: true });
for (const [folder, module] of Object.entries(MODULES)) {
  mkdirSync(`${TARGET}/${folder}`, { recursive: true });
  for (const file of sources) {
    const target = `${TARGET}/${folder}/${file.replace(/\.ts$/, '')}`;
    writeFileSync(`${target}.js`, compiled(ts.transpileModule, file, module));
    // The compiler changes `./x.ts` to `./x.js` in JavaScript only.
    const types = compiled(ts.transpileDeclaration, file, module);
    writeFileSync(`${target}.d.ts`, types.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
  }
}
writeFileSync(`${TARGET}/esm/package.json`, '{ "type": "module" }\n');
copyFileSync('LICENSE', `${TARGET}/LICENSE`);
