import importX from 'eslint-plugin-import-x'
import tseslint from 'typescript-eslint'

const zone = (target, from, message) => ({ target, from, message })
const pureSyntax = [
  { selector: 'ThrowStatement', message: 'Failures are values here.' },
  { selector: 'TSAsExpression:not([typeAnnotation.typeName.name="const"])', message: 'Decode instead of casting.' },
  { selector: 'TSNonNullExpression', message: 'Match the absent case.' },
  { selector: 'MemberExpression[object.name="Date"][property.name="now"]', message: 'The clock is an argument.' },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'The clock is an argument.' },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: 'Nothing is random here.' },
  { selector: 'MemberExpression[object.name="process"]', message: 'The environment is an argument.' },
]

export default tseslint.config(
  { ignores: ['node_modules', 'dist', '**/*.mjs'] },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommended],
    plugins: { 'import-x': importX },
    settings: { 'import-x/resolver-next': [importX.createNodeResolver({ extensions: ['.ts', '.js', '.json'] })] },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      'import-x/no-default-export': 'error',
      'import-x/no-cycle': 'error',
      complexity: ['error', 12],
      'max-depth': ['error', 3],
      'max-params': ['error', 4],
      'import-x/no-restricted-paths': [
        'error',
        {
          zones: [
            zone('./api', ['./hooks', './mover', './embedded', './cli', './test'], 'api knows none of its users'),
            zone('./hooks', ['./mover', './embedded', './cli', './test'], 'hooks know only api'),
            zone('./hooks/core', './hooks/shell', 'the core knows no shell'),
            zone('./mover', ['./hooks', './embedded', './cli', './test'], 'the mover knows only api'),
            zone('./embedded', ['./cli', './test', './mover'], 'embedded stands on api and hooks'),
            zone('./cli', './test', 'no product code imports tests'),
          ],
        },
      ],
    },
  },
  {
    files: ['api/**/*.ts', 'hooks/**/*.ts', 'mover/plan/**/*.ts'],
    ignores: ['hooks/shell/**', 'hooks/main.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...pureSyntax],
      'no-restricted-imports': ['error', { patterns: ['node:*', 'fs', 'http', 'child_process', 'express', 'pino'] }],
    },
  },
)
