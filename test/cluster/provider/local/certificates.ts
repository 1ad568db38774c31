import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command } from '../../command'
import type { Layout } from './layout'

const CLUSTER = 'cluster.local'

const newKey = (folder: string, name: string): Promise<string> =>
  command('openssl', ['ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', join(folder, `${name}.key`)])

const authority = async (folder: string): Promise<void> => {
  await newKey(folder, 'ca')
  const usage = 'keyUsage=critical,keyCertSign,cRLSign,digitalSignature'
  const subject = ['-subj', '/CN=kopiur-test-ca', '-addext', usage]
  const files = ['-key', join(folder, 'ca.key'), '-out', join(folder, 'ca.crt')]
  await command('openssl', ['req', '-x509', '-new', '-days', '3650', ...files, ...subject])
}

interface Certificate {
  readonly name: string
  readonly subject: string
  readonly use: 'serverAuth' | 'clientAuth'
  readonly alternatives?: string
}

const sign = async (folder: string, { name, subject, use, alternatives }: Certificate): Promise<void> => {
  await newKey(folder, name)
  const request = join(folder, `${name}.csr`)
  const extensions = join(folder, `${name}.ext`)
  const names = alternatives === undefined ? [] : [`subjectAltName=${alternatives}`]
  writeFileSync(extensions, ['keyUsage=critical,digitalSignature', `extendedKeyUsage=${use}`, ...names].join('\n'))
  await command('openssl', ['req', '-new', '-key', join(folder, `${name}.key`), '-subj', subject, '-out', request])
  const issuer = ['-CA', join(folder, 'ca.crt'), '-CAkey', join(folder, 'ca.key'), '-CAcreateserial']
  const files = ['-in', request, '-extfile', extensions, '-out', join(folder, `${name}.crt`)]
  await command('openssl', ['x509', '-req', '-days', '3650', ...issuer, ...files])
}

const base64 = (file: string): string => readFileSync(file).toString('base64')

const kubeconfig = (folder: string, user: string, address: string): string => `apiVersion: v1
kind: Config
clusters: [{name: local, cluster: {server: "https://${address}:6443", certificate-authority-data: ${base64(join(folder, 'ca.crt'))}}}]
users: [{name: ${user}, user: {client-certificate-data: ${base64(join(folder, `${user}.crt`))}, client-key-data: ${base64(join(folder, `${user}.key`))}}}]
contexts: [{name: local, context: {cluster: local, user: ${user}}}]
current-context: local
`

const USERS: ReadonlyArray<readonly [string, (node: string) => string]> = [
  ['admin', () => '/O=system:masters/CN=admin'],
  ['controller-manager', () => '/CN=system:kube-controller-manager'],
  ['scheduler', () => '/CN=system:kube-scheduler'],
  ['proxy', () => '/CN=system:kube-proxy'],
  ['kubelet', (node) => `/O=system:nodes/CN=system:node:${node}`],
]

const serving = (place: Layout): ReadonlyArray<Certificate> => {
  const kubernetes = [
    'kubernetes',
    'kubernetes.default',
    'kubernetes.default.svc',
    `kubernetes.default.svc.${CLUSTER}`,
    'localhost',
  ]
  const addresses = ['127.0.0.1', place.apiServiceAddress, place.nodeAddress]
  const names = [...kubernetes.map((name) => `DNS:${name}`), ...addresses.map((address) => `IP:${address}`)].join(',')
  const kubelet = `DNS:${place.nodeName},IP:${place.nodeAddress},IP:127.0.0.1`
  return [
    { name: 'apiserver', subject: '/CN=kube-apiserver', use: 'serverAuth', alternatives: names },
    { name: 'kubelet-server', subject: `/CN=${place.nodeName}`, use: 'serverAuth', alternatives: kubelet },
    { name: 'apiserver-kubelet', subject: '/O=system:masters/CN=kube-apiserver-kubelet', use: 'clientAuth' },
  ]
}

/** Makes the cluster's certificates and kubeconfigs once; they are kept between runs. */
export const ensureCertificates = async (place: Layout): Promise<void> => {
  const done = join(place.pki, 'complete')
  if (existsSync(done)) return
  rmSync(place.pki, { recursive: true, force: true })
  mkdirSync(place.pki, { recursive: true, mode: 0o700 })
  await authority(place.pki)
  for (const certificate of serving(place)) await sign(place.pki, certificate)
  for (const [user, subject] of USERS) {
    await sign(place.pki, { name: user, subject: subject(place.nodeName), use: 'clientAuth' })
    writeFileSync(join(place.pki, `${user}.kubeconfig`), kubeconfig(place.pki, user, place.nodeAddress), {
      mode: 0o600,
    })
  }
  await command('openssl', ['genrsa', '-out', join(place.pki, 'sa.key'), '2048'])
  await command('openssl', ['rsa', '-in', join(place.pki, 'sa.key'), '-pubout', '-out', join(place.pki, 'sa.pub')])
  writeFileSync(done, '')
}
