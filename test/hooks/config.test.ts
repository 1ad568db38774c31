import * as E from 'fp-ts/Either'
import { config } from '../../hooks/config'

const image = { KOPIUR_MOVER_IMAGE: 'mover:1' }

test('the mover image is all that must be given', () => {
  expect(config(image)).toEqual(
    E.right({
      settings: {
        operatorNamespace: 'kopiur-system',
        mover: { image: 'mover:1', imagePullSecrets: [], serviceAccount: 'kopiur-mover', progressIntervalSeconds: 30 },
      },
      address: { host: '::', port: 8081 },
      logLevel: 'info',
      instance: 'kopiur-hooks',
    }),
  )
})

test('everything can be given', () => {
  expect(
    config({
      ...image,
      KOPIUR_NAMESPACE: 'backup',
      KOPIUR_WATCH_NAMESPACE: 'db',
      KOPIUR_MOVER_PULL_POLICY: 'Never',
      KOPIUR_MOVER_PULL_SECRETS: 'a, b,',
      KOPIUR_MOVER_SERVICE_ACCOUNT: 'mover',
      KOPIUR_PROGRESS_INTERVAL_SECONDS: '5',
      KOPIUR_HTTP_ADDR: '[::1]:9000',
      KOPIUR_TLS_MODE: 'files',
      KOPIUR_TLS_CERT: 'tls.crt',
      KOPIUR_TLS_KEY: 'tls.key',
      KOPIUR_LOG_LEVEL: 'debug',
      KOPIUR_RECORD_DIR: 'calls',
      KOPIUR_HOOK_TOKENS: 'tokens',
      HOSTNAME: 'hooks-0',
    }),
  ).toEqual(
    E.right({
      settings: {
        operatorNamespace: 'backup',
        onlyNamespace: 'db',
        mover: {
          image: 'mover:1',
          imagePullPolicy: 'Never',
          imagePullSecrets: ['a', 'b'],
          serviceAccount: 'mover',
          progressIntervalSeconds: 5,
        },
      },
      address: { host: '::1', port: 9000 },
      tls: {
        address: { host: '::', port: 8443 },
        source: { _tag: 'Files', certificate: 'tls.crt', key: 'tls.key' },
      },
      logLevel: 'debug',
      hookTokens: 'tokens',
      recordDirectory: 'calls',
      instance: 'hooks-0',
    }),
  )
})

test('an empty variable counts as unset', () => {
  expect(config({ ...image, KOPIUR_HTTP_ADDR: '', KOPIUR_LOG_LEVEL: '' })).toEqual(config(image))
})

test.each([
  [{}, 'KOPIUR_MOVER_IMAGE'],
  [{ ...image, KOPIUR_HTTP_ADDR: '8081' }, 'KOPIUR_HTTP_ADDR must be host:port'],
  [{ ...image, KOPIUR_HTTP_ADDR: 'a:70000' }, 'KOPIUR_HTTP_ADDR must be host:port'],
  [
    { ...image, KOPIUR_PROGRESS_INTERVAL_SECONDS: '1.5' },
    'KOPIUR_PROGRESS_INTERVAL_SECONDS must be whole number of seconds',
  ],
  [{ ...image, KOPIUR_MOVER_PULL_POLICY: 'Sometimes' }, 'KOPIUR_MOVER_PULL_POLICY'],
  [{ ...image, KOPIUR_TLS_CERT: 'tls.crt' }, 'set all three or none'],
])('%p stops the service with a message', (variables, complaint) => {
  expect(E.match((left: ReadonlyArray<string>) => left.join('\n'), String)(config(variables))).toContain(complaint)
})
