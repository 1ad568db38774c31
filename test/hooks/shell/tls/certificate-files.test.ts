import * as E from 'fp-ts/Either'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { issue, newAuthority, type KeyedCertificate } from '../../../../hooks/shell/tls/authority'
import { readCertificate, watchCertificate } from '../../../../hooks/shell/tls/certificate-files'
import { eventually } from './eventually'

interface Issued {
  readonly leaf: KeyedCertificate
  readonly authority: KeyedCertificate
}

const issued = async (): Promise<Issued> => {
  const authority = await newAuthority(Date.now())
  return { authority, leaf: await issue(authority, ['kopiur-hooks.kopiur-system'], Date.now()) }
}

const folder = mkdtempSync(join(tmpdir(), 'kopiur-tls-'))
afterAll(() => rmSync(folder, { recursive: true }))

const files = {
  _tag: 'Files',
  certificate: join(folder, 'tls.crt'),
  key: join(folder, 'tls.key'),
  authority: join(folder, 'ca.crt'),
} as const

const write = (certificate: string, key: string, authority: string): void => {
  writeFileSync(files.certificate, certificate)
  writeFileSync(files.key, key)
  writeFileSync(files.authority, authority)
}

describe('a certificate that somebody else keeps', () => {
  it('is read with its key and its authority, also where several are trusted', async () => {
    const [one, other] = [await issued(), await issued()]
    const trusted = other.authority.certificate + '\n' + one.authority.certificate
    write(one.leaf.certificate, one.leaf.key, trusted)
    expect(readCertificate(files)).toEqual(
      E.right({ pair: { certificate: one.leaf.certificate, key: one.leaf.key }, authority: trusted }),
    )
  })

  it('may be its own authority', async () => {
    const { authority } = await issued()
    write(authority.certificate, authority.key, authority.certificate)
    expect(E.isRight(readCertificate(files))).toBe(true)
  })

  it('is not taken with the key of another one', async () => {
    const [one, other] = [await issued(), await issued()]
    write(one.leaf.certificate, other.leaf.key, one.authority.certificate)
    expect(readCertificate(files)).toEqual(E.left(`${files.key} is not the key of ${files.certificate}`))
  })

  it('is not taken with an authority that did not sign it', async () => {
    const [one, other] = [await issued(), await issued()]
    write(one.leaf.certificate, one.leaf.key, other.authority.certificate)
    expect(readCertificate(files)).toEqual(E.left(`${files.certificate} is not signed by ${files.authority}`))
  })

  it('is told as missing or unreadable', async () => {
    const { leaf, authority } = await issued()
    write('no certificate', leaf.key, authority.certificate)
    expect(E.isLeft(readCertificate(files))).toBe(true)
    rmSync(files.certificate)
    expect(readCertificate(files)).toEqual(E.left(expect.stringContaining('tls.crt')))
  })

  it('is looked at again when one of its files changes, until that is stopped', async () => {
    const { leaf, authority } = await issued()
    write(leaf.certificate, leaf.key, authority.certificate)
    let changes = 0
    const stop = watchCertificate(files, () => {
      changes += 1
    })
    await eventually(async () => {
      writeFileSync(files.authority, `${authority.certificate}\n`)
      return changes > 0
    })
    stop()
  })
})
