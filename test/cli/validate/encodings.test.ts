import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validateCommand } from '../../../cli/validate'
import { run } from '../terminal'

const POLICY = `apiVersion: kopiur.home-operations.com/v1alpha1\r
kind: SnapshotPolicy\r
metadata: {name: it, annotations: {note: größer 😀}}\r
spec: {repository: {name: main}, sources: [{pvc: {name: data}}], copyMethod: Direct}\r
`

const littleEndian = Buffer.from(`\uFEFF${POLICY}`, 'utf16le')
const judged = (bytes: Uint8Array) => run(validateCommand, ['-f', '-'], bytes)

it.each<[string, Uint8Array]>([
  ['UTF-8', Buffer.from(POLICY)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${POLICY}`)],
  ['UTF-16 as PowerShell writes it', littleEndian],
  ['UTF-16 with its large end first', Buffer.from(littleEndian).swap16()],
])('%s is read', async (_name, bytes) => {
  expect(await judged(bytes)).toEqual({
    code: 0,
    out: ['SnapshotPolicy/default/it: accepted', '1 accepted, 0 refused, 0 passed over'],
    errors: [],
  })
})

it.each<[string, Uint8Array, string]>([
  ['UTF-16 without its mark', Buffer.from('kind: Restore', 'utf16le'), 'holds control characters'],
  ['half a character of UTF-16', littleEndian.subarray(0, -1), 'is no text in UTF-8, nor in UTF-16'],
  ['UTF-32', Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from('a\0\0\0')]), 'holds control characters'],
  ['an old code page', Buffer.from(POLICY, 'latin1'), 'is no text in UTF-8'],
  ['random bytes', Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xc3, 0x28, 0x9f]), 'is no text in UTF-8'],
])('%s is refused', async (_name, bytes, message) => {
  const { code, out } = await judged(bytes)
  expect({ code, line: out[0] }).toEqual({ code: 1, line: expect.stringContaining(`-:1: refused: ${message}`) })
})

it('refuses a file that is no text by its name and goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kopiur-encodings-'))
  try {
    writeFileSync(join(folder, 'a.yaml'), Buffer.from([0xc3, 0x28]))
    writeFileSync(join(folder, 'b.yaml'), littleEndian)
    const { code, out } = await run(validateCommand, ['-f', folder])
    expect({ code, out }).toEqual({
      code: 1,
      out: [
        `${join(folder, 'a.yaml')}:1: refused: is no text in UTF-8, nor in UTF-16 with a byte order mark`,
        'SnapshotPolicy/default/it: accepted',
        '1 accepted, 1 refused, 0 passed over',
      ],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
