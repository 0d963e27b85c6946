import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/', '**/build/', '**/node_modules/', '.run/', '.tools/', '.cache/', 'coverage/'] },
  ...tseslint.configs.recommended,
  {
    languageOptions: { parserOptions: { tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      eqeqeq: 'error',
      'no-console': 'error',
    },
  },
  {
    // The core knows no host, and the hosts know the core by its front door only.
    files: ['packages/core/src/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: ['n8n-workflow', 'zapier-platform-*', '@courselit-connector/*', 'n8n-nodes-courselit'] },
      ],
      'no-restricted-globals': [
        'error',
        'process',
        'global',
        'globalThis',
        'setTimeout',
        'setInterval',
        'setImmediate',
        '__dirname',
        '__filename',
      ],
    },
  },
  {
    files: ['packages/core/src/**/*.test.ts'],
    rules: { 'no-restricted-imports': 'off', 'no-restricted-globals': 'off' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  {
    // What talks to a terminal.
    files: [
      'scripts/**',
      'packages/*/scripts/**',
      'packages/*/src/main.ts',
      'packages/n8n-host/**',
      'test/bench/**',
      'test/richtext/report.ts',
      'test/simulator/main.ts',
      'test/docs/main.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    ...n8nCommunityNodesPlugin.configs.recommended,
    // Its package.json is read by test/n8n-scan.test.ts, as n8n's own scanner does.
    files: ['packages/n8n-nodes/nodes/**/*.ts', 'packages/n8n-nodes/credentials/**/*.ts'],
    ignores: ['**/*.test.ts'],
  },
);
