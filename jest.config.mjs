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
