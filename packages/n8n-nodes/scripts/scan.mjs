/**
 * Checks the package as n8n's own scanner (`@n8n/scan-community-package`) does before it verifies one: the published
 * files, and the sources they were built from. The scanner itself only takes what is on npm already.
 *
 *   node scripts/scan.mjs <folder of the unpacked tarball>
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import communityNodes from '@n8n/eslint-plugin-community-nodes';
import { ESLint } from 'eslint';
import { parser } from 'typescript-eslint';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
/** Which files the scanner reads: of a tarball, and of the sources. */
const PUBLISHED = ['**/*.js', 'package.json'];
const SOURCES = ['package.json', '{nodes,credentials}/**/*.{js,ts,json}'];

/** The second set of rules that the scanner applies, to sources only. */
async function nodesBaseRules() {
  // Where a test runner has set this to `test`, the plugin takes every file for one of its own tests.
  process.env.NODE_ENV = 'production';
  const { default: plugin } = await import('eslint-plugin-n8n-nodes-base');
  const { community, credentials, nodes } = plugin.configs;
  const off = (...rules) => Object.fromEntries(rules.map((rule) => [`n8n-nodes-base/${rule}`, 'off']));
  return [
    { plugins: { 'n8n-nodes-base': plugin } },
    { files: ['package.json'], rules: community.rules },
    {
      files: ['**/credentials/**/*.ts'],
      rules: {
        ...credentials.rules,
        ...off('cred-class-field-documentation-url-miscased', 'cred-class-field-type-options-password-missing'),
      },
    },
    {
      files: ['**/nodes/**/*.ts'],
      rules: {
        ...nodes.rules,
        ...off(
          'node-class-description-inputs-wrong-regular-node',
          'node-class-description-outputs-wrong',
          'node-param-type-options-max-value-present',
        ),
      },
    },
  ];
}

/** Gives how many errors and warnings there are, and what they are. */
async function scan(folder, patterns) {
  const eslint = new ESLint({
    cwd: folder,
    allowInlineConfig: false,
    overrideConfigFile: true,
    overrideConfig: [
      communityNodes.configs.recommended,
      { rules: { 'no-console': 'error' } },
      ...(await nodesBaseRules()),
      { files: ['**/*.json', '**/*.ts'], languageOptions: { parser } },
    ],
  });
  const results = await eslint.lintFiles(patterns);
  const formatter = await eslint.loadFormatter('stylish');
  return {
    files: results.length,
    errors: results.reduce((sum, { errorCount }) => sum + errorCount, 0),
    warnings: results.reduce((sum, { warningCount }) => sum + warningCount, 0),
    text: await formatter.format(results),
  };
}

const scanned = [
  ['published', await scan(resolve(process.argv[2]), PUBLISHED)],
  ['sources', await scan(root, SOURCES)],
];
for (const [name, { files, errors, warnings, text }] of scanned)
  process.stdout.write(`${name}: ${files} files, ${errors} errors, ${warnings} warnings\n${text}`);
process.exitCode = scanned.some(([, { errors }]) => errors > 0) ? 1 : 0;
