const base = {
  transform: { '^.+\\.(t|j|mj)s$': ['@swc/jest'] },
  transformIgnorePatterns: [
    '/node_modules/(?!(@kubernetes/client-node|@marcbachmann/cel-js|openid-client|oauth4webapi|jose)/)',
  ],
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/test/property-seed.ts'],
}
const suite = (displayName, testMatch) => ({ ...base, displayName, testMatch })

/** quick: unit, cases, properties, embedded. kopia: the real binary. cluster: a real control plane. */
export default {
  // A limit against hanging, far above what any test takes: a busy machine must not fail one.
  testTimeout: 60_000,
  projects: [
    {
      ...suite('quick', ['<rootDir>/test/**/*.test.ts']),
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/kopia/', '<rootDir>/test/cluster/'],
    },
    suite('kopia', ['<rootDir>/test/kopia/**/*.test.ts']),
    suite('cluster', ['<rootDir>/test/cluster/**/*.test.ts']),
  ],
}
