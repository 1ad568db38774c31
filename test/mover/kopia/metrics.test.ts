import { uniqueIdIn } from '../../../mover/kopia/format-blob'
import { uploadedBytes } from '../../../mover/kopia/metrics'
import { restoredOf } from '../../../mover/kopia/snapshot-restore'

describe('measurements of kopia', () => {
  it('hold the bytes that were uploaded', () => {
    const text =
      '# TYPE x counter\nkopia_content_write_bytes_total 1\nkopia_content_uploaded_bytes_total 5.00646e+06\nlast 1'
    expect(uploadedBytes(text)).toBe(5006460)
    expect(uploadedBytes('kopia_content_uploaded_bytes_total 0')).toBe(0)
    expect(uploadedBytes('nothing')).toBeUndefined()
    expect(uploadedBytes('kopia_content_uploaded_bytes_total NaN')).toBeUndefined()
  })
})

describe('the description of a repository', () => {
  it('holds its unique id', () => {
    const blob =
      '{\n  "tool": "https://github.com/kopia/kopia",\n  "uniqueID": "DfcT9kUtZw7+UQ2AcGa/WQ==",\n  "version": "1"\n}'
    expect(uniqueIdIn(blob)).toBe('0df713f6452d670efe510d807066bf59')
    expect(uniqueIdIn('{}')).toBeUndefined()
  })
})

describe('the last line of a restore', () => {
  it.each([
    ['Restored 2 files, 3 directories and 1 symbolic links (3 MB).', { files: 2, skipped: false }],
    [
      'Restored 0 files, 1 directories and 0 symbolic links (0 B), skipped 2 (4 B), deleted files 1, ignored 1 errors.',
      { files: 0, skipped: true },
    ],
    ['Processed 2 (4 B) of 3 (5 B).', undefined],
  ])('%s', (line, expected) => {
    expect(restoredOf(line)).toEqual(expected)
  })
})
